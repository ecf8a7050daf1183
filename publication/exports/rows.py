"""Rows that are at hand column by column."""

from collections.abc import Iterator, Sequence
from typing import Any


class Table(Sequence[Any]):
    """The rows of a sheet that are at hand column by column, all of one length."""

    def __init__(self, columns: Sequence[Sequence[Any]]) -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns[0])

    def __getitem__(self, n: Any) -> Any:
        return tuple(column[n] for column in self.columns)

    def __iter__(self) -> Iterator[Any]:
        return zip(*self.columns, strict=True)
