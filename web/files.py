"""Files that a page hands out."""

from starlette.responses import Response

KINDS = {
    "csv": "text/csv",
    "txt": "text/plain",
    "trf": "text/plain",
    "json": "application/json",
    "zip": "application/zip",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
CHARSETS = {"utf-8": "utf-8", "utf-8-sig": "utf-8", "cp932": "shift_jis"}


def download(name: str, data: bytes, encoding: str = "utf-8") -> Response:
    """A file to be saved under a name of ours, in plain letters."""
    kind = KINDS.get(name.rpartition(".")[2], "application/octet-stream")
    if kind.startswith("text/"):
        kind = f"{kind}; charset={CHARSETS[encoding]}"
    named = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(data, media_type=kind, headers=named)
