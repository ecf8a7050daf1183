"""What a key leads to, for hundreds of thousands of keys: most lead to one member or one name."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

V = TypeVar("V")


class Postings(Generic[V]):
    """Values by key. A list is made only for a key that several share: a list for each costs more than
    everything else."""

    __slots__ = ("_last", "_others")

    def __init__(self, keys: Sequence[str], values: Sequence[V]) -> None:
        last: dict[str, V] = dict(zip(keys, values, strict=True))
        self._last: dict[str, V] = last
        self._others: dict[str, list[V]] = {}
        for key, value in zip(keys, values, strict=True):
            if last[key] != value:
                self._others.setdefault(key, []).append(value)

    def get(self, key: str) -> Sequence[V]:
        """The values under a key, each once, in their order."""
        last = self._last.get(key)
        if last is None:
            return ()
        others = self._others.get(key)
        return (last,) if others is None else tuple(dict.fromkeys((*others, last)))

    def of_any(self, keys: Iterable[str]) -> Iterator[V]:
        """The values under several keys, one key after the other."""
        for key in keys:
            yield from self.get(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._last)
