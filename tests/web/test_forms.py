"""Forms as they come over the line, read without a desk around them."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request

from web.allowed import IN_ADDRESSES, form_of


def request(body: bytes) -> Request:
    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    headers = [(b"content-type", IN_ADDRESSES.encode())]
    return Request({"type": "http", "method": "POST", "path": "/", "headers": headers}, receive)


def test_a_form_has_what_was_typed_in_any_letters() -> None:
    sent = "name=%E6%A3%AE+%E7%A9%BA&empty=&name=a%26b%3D%25&odd=%zz&text=1%0D%0A2&with=a=b;c"
    form: FormData = asyncio.run(form_of(request(sent.encode())))
    assert form.multi_items() == [
        ("name", "森 空"), ("empty", ""), ("name", "a&b=%"), ("odd", "%zz"), ("text", "1\r\n2"),
        ("with", "a=b;c"),
    ]  # fmt: skip


def test_others_are_answered_while_a_form_of_a_million_signs_is_read() -> None:
    async def turns() -> int:
        reading, count = asyncio.create_task(form_of(request(b"%" * 990_000))), 0
        while not reading.done():
            await asyncio.sleep(0.001)
            count += 1
        return count

    assert asyncio.run(turns()) > 10
