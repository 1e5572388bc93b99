"""Lists that come in pages."""

from __future__ import annotations

from typing import Any, Dict, Generic, Iterator, List, Mapping, Optional, TypeVar

from ._http import Http

Row = TypeVar("Row")


class Pages(Generic[Row]):
    """The rows of all pages, read as they are needed: `for call in ringback.list_calls(): ...`

    Each page begins behind the last row that was read, by `before_id`. So a row that exists all the time is read once,
    whatever is created or deleted meanwhile.
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
        before: Optional[int] = None
        while True:
            query = self._query if before is None else {**self._query, "before_id": before}
            page: Dict[str, Any] = self._http.send("GET", self._path, query={**query, "page": number})
            rows: List[Any] = [row for row in page["data"] if before is None or row["id"] < before]
            yield from rows
            if number >= page["last_page"]:
                return
            before = rows[-1]["id"] if rows else before
            # A page without new rows is one of a service that does not know `before_id`, or all its rows were deleted.
            number = 1 if rows else number + 1
