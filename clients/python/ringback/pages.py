"""Lists that come in pages."""

from __future__ import annotations

from typing import Any, Dict, Generic, Iterator, List, Mapping, Optional, TypeVar

from ._http import Http

Row = TypeVar("Row")


class Pages(Generic[Row]):
    """The rows of all pages, read as they are needed: `for call in ringback.list_calls(): ...`

    A row that is created meanwhile may have another one read twice; one that is deleted makes the next page skip one.
    Collect the ids before you delete.
    """

    def __init__(self, http: Http, path: str, query: Optional[Mapping[str, Any]] = None) -> None:
        self._http = http
        self._path = path
        self._query = dict(query or {})

    def page(self, number: int = 1) -> Dict[str, Any]:
        """One page with its numbers: `data`, `current_page`, `last_page`, `total` and more."""
        answer: Dict[str, Any] = self._http.send("GET", self._path, query={**self._query, "page": number})
        return answer

    def __iter__(self) -> Iterator[Row]:
        number = 1
        while True:
            page = self.page(number)
            rows: List[Row] = page["data"]
            yield from rows
            if number >= page["last_page"]:
                return
            number += 1
