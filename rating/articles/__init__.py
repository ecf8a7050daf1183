"""The articles, one small module each. Importing this package registers every article function."""

from importlib import import_module
from importlib.resources import files

for _name in sorted(file.name for file in files(__name__).iterdir()):
    if _name.endswith(".py") and not _name.startswith("_"):
        import_module(f"{__name__}.{_name.removesuffix('.py')}")
