"""Citations as data: every function that carries an article says which, in which edition."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(slots=True)
class Cited:
    """A function of the law: the articles it carries by edition, the edition values it reads."""

    function: Callable[..., Any]
    articles: dict[str, str] = field(default_factory=dict)
    reads: tuple[str, ...] = ()


_REGISTRY: dict[str, Cited] = {}
REGISTRY = MappingProxyType(_REGISTRY)


def article(edition: str | tuple[str, ...], number: str, *, reads: tuple[str, ...] = ()) -> Callable[[F], F]:
    """Mark a function as the shape of one article of one edition, or of several that number it alike.

    `reads` names the edition values the function uses; an edition file with a value that nothing
    reads, or without one that is read, does not load. Several editions may share one function.
    """

    def mark(function: F) -> F:
        name = function.__name__
        cited = _REGISTRY.get(name)
        if cited is None:
            cited = _REGISTRY[name] = Cited(function)
        elif cited.function is not function:
            raise ValueError(f"two article functions are called {name}")
        for one in (edition,) if isinstance(edition, str) else edition:
            if one in cited.articles:
                raise ValueError(f"{name} is cited twice for {one}")
            cited.articles[one] = number
        cited.reads = tuple(dict.fromkeys((*cited.reads, *reads)))
        return function

    return mark


def cited_for(edition: str) -> Iterator[tuple[str, Cited]]:
    """The functions that carry an article of this edition, by name."""
    return ((name, cited) for name, cited in sorted(_REGISTRY.items()) if edition in cited.articles)
