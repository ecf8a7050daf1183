"""How an answer is packed on its way (RFC 9110, 8.4): unpacked layer by layer, never beyond the limit.

A body of three kilobytes packed twice unpacks to gigabytes, and a library that unpacks it piece by piece
gives one piece of that size. Here no layer gives more than the limit.
"""

import zlib

from scraper.fetch_errors import ConnectionFailed, FetchError, NotAPage, TooLarge

ACCEPTED = "gzip, deflate"
MOST_LAYERS = 3
_WINDOWS = {"gzip": zlib.MAX_WBITS | 16, "x-gzip": zlib.MAX_WBITS | 16, "deflate": zlib.MAX_WBITS}


def unpacked(asked: str, body: bytes, stated: str, most: int) -> tuple[bytes, FetchError | None]:
    """The body without its packing, at most `most` bytes, and what is wrong with it; `stated` is the header
    Content-Encoding. Where a layer cannot be unpacked, what came out of it is given."""
    layers = [name for name in (part.strip().lower() for part in stated.split(",")) if name]
    layers = [name for name in layers if name != "identity"]
    if len(layers) > MOST_LAYERS or any(name not in _WINDOWS for name in layers):
        return body, NotAPage(asked, f"a body packed as {ACCEPTED} or not at all", f"packed as {stated[:80]}")
    for name in reversed(layers):
        body, trouble = _layer(asked, body, name, most)
        if trouble is not None:
            return body, trouble
    return body, None


def _layer(asked: str, body: bytes, name: str, most: int) -> tuple[bytes, FetchError | None]:
    window = _WINDOWS[name]
    if name == "deflate" and body[:1] and (body[0] & 0x0F) != zlib.DEFLATED:
        window = -zlib.MAX_WBITS  # without the head that zlib writes, as some servers send it
    packing = zlib.decompressobj(window)
    try:
        out = packing.decompress(body, most + 1)
    except zlib.error as error:
        return b"", ConnectionFailed(asked, "a whole answer", f"{name} that cannot be unpacked: {error}")
    if len(out) > most:
        return out[:most], TooLarge(asked, f"at most {most} bytes", "more, unpacked")
    if body and not packing.eof:
        return out, ConnectionFailed(asked, "a whole answer", f"{name} that breaks off")
    return out, None
