# Two commands matter: `make demo` and `make test`. Each sets up what it needs; both can be repeated.
PYTHON ?= python3
# Where all of it is installed; for a second Python: make demo PYTHON=python3.12 VENV=build/python3.12
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# What the program and its extras are pinned to; the other files are for tests, the handbook, benchmarks and a release.
PRODUCT := $(filter-out $(patsubst %,requirements/%.txt,dev docs bench release),$(wildcard requirements/*.txt))
WORDS := $(patsubst %.po,%.mo,$(wildcard office/words/locale/*/LC_MESSAGES/banzuke.po))
# Modules are compiled once, not by each of the thousands of commands that the tests run.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo desk test test-slow test-long test-postgresql lint types bench speed growth docs words release audit clean

demo: $(VENV)/run.done $(WORDS)
	$(BIN)/banzuke demo

# The desk in the browser, with invented data: docs/desk.md.
desk: $(VENV)/web.done $(WORDS)
	$(BIN)/banzuke serve --demo --to demo-desk

test: $(VENV)/dev.done $(WORDS)
	$(BIN)/python -m pytest -m "not slow" -n auto --dist loadfile --no-loadscope-reorder

# What takes longer: processes killed at every moment, whole years, wheels installed, lists worked out by a
# second reckoning, an office on a server in every respect, and pages looked at one by one. CI runs both.
test-slow: $(VENV)/dev.done $(WORDS)
	$(BIN)/python -m pytest -m slow -n auto --dist loadfile --no-loadscope-reorder

# All examples, every page in every form, a whole year of jobs: tests/depth.py. One such test takes longer than
# the five minutes in which any other has come to stand still.
test-long: $(VENV)/dev.done $(WORDS)
	BANZUKE_TESTS=long $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder \
	  -o faulthandler_timeout=14400

# Every office that a test makes is on PostgreSQL: tests/on_postgresql.py.
test-postgresql: $(VENV)/dev.done $(WORDS)
	BANZUKE_TESTS_ON=postgresql $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

lint: $(VENV)/dev.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.done
	$(BIN)/mypy

bench: speed growth

speed: $(VENV)/dev.done $(WORDS)
	$(BIN)/python -m benchmarks

growth: $(VENV)/dev.done $(WORDS)
	$(BIN)/python -m benchmarks growth

docs: $(VENV)/docs.done $(WORDS)
	$(BIN)/python -m docs
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -b html docs build/docs
	@echo "The handbook: build/docs/index.html"

# The catalogues brought up to what the sources say, and compiled: docs/words.md.
words: $(VENV)/run.done
	$(BIN)/python -m office.words

# What a release is made of: wheel, sdist, bill of materials, checksums.
release: $(VENV)/release.done $(WORDS)
	rm -rf dist
	.venv-release/bin/python -m build --no-isolation --outdir dist .
	awk '/^[a-z0-9]/ { again = seen[$$1]++ } !again' $(PRODUCT) | \
	  .venv-release/bin/cyclonedx-py requirements --output-reproducible --pyproject pyproject.toml \
	  --output-file dist/banzuke.cdx.json -
	cd dist && sha256sum * > SHA256SUMS
	@echo "The release: dist/"

# Known faults of what is pinned; needs the network, and trusts whom the machine trusts unless told otherwise.
audit: $(VENV)/release.done
	trusted=$$(.venv-release/bin/python -c 'import ssl; of = ssl.get_default_verify_paths(); print(of.cafile or of.capath or "")'); \
	export REQUESTS_CA_BUNDLE="$${REQUESTS_CA_BUNDLE:-$$trusted}"; \
	for file in $(PRODUCT); do \
	  .venv-release/bin/pip-audit --disable-pip --require-hashes -r $$file || exit 1; done

%.mo: %.po $(VENV)/run.done
	$(BIN)/python -m office.words compile

clean:
	rm -rf $(VENV) .venv-release demo demo-desk dist

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; say which with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.done: $(VENV)/bin/python requirements/run.txt pyproject.toml
	$(PIP) install --require-hashes -r requirements/run.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/dev.done: $(VENV)/run.done requirements/dev.txt
	$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

$(VENV)/web.done: $(VENV)/run.done requirements/web.txt
	$(PIP) install --require-hashes -r requirements/web.txt
	@touch $@

# In a folder of its own: what makes a release is no part of it.
$(VENV)/release.done: $(VENV)/bin/python requirements/release.txt
	$(PYTHON) -m venv .venv-release
	.venv-release/bin/python -m pip --quiet install --require-hashes -r requirements/release.txt
	@touch $@

$(VENV)/docs.done: $(VENV)/dev.done requirements/docs.txt
	$(PIP) install --require-hashes -r requirements/docs.txt
	@touch $@
