"""What a setting, a parameter or a field expects, where pydantic refuses what is given: its own texts are in
English alone, and speak of types."""

from collections.abc import Mapping
from typing import Any


def expected_of(error: Mapping[str, Any]) -> str:
    """What one of pydantic's errors says was expected; empty where it is nothing that has a word here."""
    match error:
        case {"type": "int_parsing" | "int_type"}:
            return "a whole number"
        case {"type": "string_type"}:
            return "text"
        case {"type": "no_day"}:
            return "a day, as in 2026-11-01"
        case {"type": "literal_error", "ctx": {"expected": words}}:
            each = words.replace(" or ", ", ")  # in quotes: to be written so in every language
            return f"one of {each}"
        case {"ctx": {"ge": least}}:
            return f"at least {least}"
        case {"ctx": {"le": most}}:
            return f"at most {most}"
        case {"ctx": {"min_length": least}, "input": str()}:
            return f"at least {least} characters"
        case {"ctx": {"max_length": most}, "input": str()}:
            return f"at most {most} characters"
        case {"type": "too_long", "ctx": {"max_length": most}}:
            return f"at most {most}"
        case {"ctx": {"pattern": pattern}} if pattern.endswith("://"):
            return f"text that begins with {pattern.removeprefix('^')}"
        case {"ctx": {"pattern": pattern}}:
            return f"text that matches {pattern}"
    return ""
