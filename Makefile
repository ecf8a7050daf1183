# Two commands matter: `make demo` and `make test`. Each sets up what it needs; both can be repeated.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: demo test lint types bench docs clean

demo: .venv/run.done
	$(BIN)/banzuke demo

test: .venv/dev.done
	$(BIN)/python -m pytest -n auto --dist loadfile

lint: .venv/dev.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/dev.done
	$(BIN)/mypy

bench: .venv/dev.done
	$(BIN)/python -m benchmarks

docs: .venv/dev.done
	$(BIN)/python -m docs

clean:
	rm -rf .venv demo

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; say which with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/run.done: .venv/bin/python requirements/run.txt pyproject.toml
	$(PIP) install --require-hashes -r requirements/run.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/dev.done: .venv/run.done requirements/dev.txt
	$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@
