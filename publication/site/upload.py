"""The site sent to a web server by the system's own rsync or sftp, or to a bucket of S3 by its rclone: what
changed is sent, what is gone is deleted.

What has to be sent stands beside the site until the server has all of it (target.py), so that an upload that
failed, or was cut off, is done by the next one. Passwords are never asked for: the office's user needs a key
of SSH that opens the server, or in rclone's own settings a storage with the name `s3`.
"""

import re
import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from office.errors import OfficeError, problem_of, refusal
from publication.site.disk import files_in
from publication.site.order import Order, in_order
from publication.site.running import MOST, NoEnd, TooMuchSaid, ran
from publication.site.target import Target
from scraper.records import Problem

LONGEST, OPENED = 3600.0, 180.0
"""Seconds for a whole upload, and for opening a server without sending anything."""

FORMS = (
    "HOST:FOLDER or USER@HOST:FOLDER (rsync), sftp://USER@HOST/FOLDER, sftp://USER@HOST:PORT/FOLDER, "
    "s3://BUCKET, or s3://BUCKET/FOLDER"
)
_HOST = r"(?P<where>(?:[A-Za-z0-9_][A-Za-z0-9_.-]*@)?[A-Za-z0-9][A-Za-z0-9.-]*)"
_RSYNC = re.compile(_HOST + r":(?!/?$)(?P<folder>/?[A-Za-z0-9_.~][A-Za-z0-9_./~-]*)", re.ASCII)
_SFTP = re.compile("sftp://" + _HOST + r"(?::(?P<port>[0-9]{1,5}))?(?P<folder>/[A-Za-z0-9_./~-]+)", re.ASCII)
_S3 = re.compile(
    r"s3://(?P<where>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?P<folder>(?:/[A-Za-z0-9_.~-]+)*)/?", re.ASCII
)
_SSH = ("-oBatchMode=yes", "-oConnectTimeout=60", "-oServerAliveInterval=30")


@dataclass(frozen=True, slots=True)
class Server:
    """Where a site is sent. `by`: the program that sends it, `rsync`, `sftp` or `rclone`; `where`: the host,
    with the user before it, or the bucket."""

    by: str
    where: str
    folder: str
    port: int | None = None

    def __str__(self) -> str:
        return f"{self.by} {self.where} {self.port or ''} {self.folder}"


def server_of(text: str) -> Server:
    """The server of an address; refused where it is none of the forms, or names the root of a machine."""
    if (found := _S3.fullmatch(text)) and ".." not in found["folder"].split("/"):
        return Server("rclone", found["where"], found["folder"].strip("/"))
    found = _SFTP.fullmatch(text)
    by = "sftp" if found else "rsync"
    found = found or _RSYNC.fullmatch(text)
    port = int(found["port"]) if found and by == "sftp" and found["port"] else None
    named = [part for part in PurePosixPath(found["folder"]).parts if part != "/"] if found else []
    if found is None or not named or ".." in named or (port is not None and not 0 < port < 65536):
        raise refusal("upload-target", "--upload", FORMS, f"“{text[:200]}”", "name the site's folder there")
    return Server(by, found["where"], found["folder"].rstrip("/"), port)


def upload(target: Target, server: Server, ssh: Sequence[str] = ()) -> tuple[int, int]:
    """Sends the site as it stands; how many paths were to be sent and to be deleted. `ssh`: further options
    for ssh. Refused, with what the program said, where the server has not got all of it."""
    program = _program(server.by, server)
    with target.alone():
        release, until = target.required(), time.monotonic() + LONGEST
        changed, deleted = target.unsent_to(str(server))
        target.brought.add(str(server), files_in(str(release)))
        order = in_order(target, changed, deleted)
        if server.by == "sftp":
            _by_sftp(target, server, _sftp_words(program, server, ssh), order, until)
        else:
            for words, paths in _by_whole(program, release, server, ssh, order):
                _run(words, "".join(f"{path}\n" for path in paths).encode(), server, until - time.monotonic())
        target.forget_unsent(str(server))
    return len(changed), len(deleted)


def _by_whole(
    program: str, release: Path, server: Server, ssh: Sequence[str], order: Order
) -> Iterator[tuple[list[str], Sequence[str]]]:
    """What is run where the program itself finds what is other there, each with the paths that it is told.
    It deletes last; so what is gone of who is withheld, and what spoke of him, is named to it before."""
    if server.by == "rsync":
        if order.gone:
            yield rsync_words(program, release, server, ssh, NAMED), rsync_named(order)
        yield rsync_words(program, release, server, ssh), ()
        return
    if order.gone:
        yield rclone_words(program, server, "delete", *LISTED), order.gone
    if order.first:
        yield rclone_words(program, server, "copy", "--checksum", *LISTED, "--", str(release)), order.first
    whole = ("sync", "--checksum", "--delete-after", "--fast-list", "--", str(release))
    yield rclone_words(program, server, *whole), ()


def reach(address: str, ssh: Sequence[str] = ()) -> Iterator[Problem]:
    """What keeps an upload to this address from beginning, as ssh or rclone says it: the server is opened as
    an upload does, and nothing is sent. Refused where the address is none, or a program is not installed."""
    server = server_of(address)
    program = _program(server.by, server)
    if server.by == "rsync":
        words = [_program("ssh", server), *_SSH, *ssh, server.where, "exit"]
    elif server.by == "rclone":
        words = [program, "lsf", "--max-depth=1", *_RCLONE, f"s3:{server.where}"]
    else:
        words = _sftp_words(program, server, ssh)
    expected = "a server that lets the office in"
    try:
        code, told = ran(words, b"", OPENED)
    except NoEnd as error:
        yield problem_of("upload-unreachable", address, expected, _endless(error, OPENED))
        return
    if code and (server.by == "rclone" or code == UNOPENED or code < 0):
        yield problem_of("upload-unreachable", address, expected, _said(told))


UNOPENED = 255
"""What ssh and sftp end with where the server was not opened. A busy machine's sftp can also write to an ssh
that is gone before it, and is then ended by that (below 0: by a signal)."""


def _said(printed: bytes) -> str:
    return "\n".join(printed.decode("utf-8", "replace").splitlines()).strip()[-1000:]


def _program(name: str, server: Server) -> str:
    program = shutil.which(name)
    if program is None:
        package = name if name in ("rsync", "rclone") else "openssh-client"
        remedy = f"install it (Debian, Ubuntu: apt install {package})"
        raise _failed(server, f"the program {name}", "not installed", remedy)
    return program


def _sftp_words(program: str, server: Server, ssh: Sequence[str]) -> list[str]:
    port = () if server.port is None else ("-P", str(server.port))
    return [program, *_SSH, *ssh, *port, "-b", "-", server.where]


UNDONE = ".~tmp~"
"""The folder in which rsync holds new files until all are there, beside those in whose place they come."""

WHOLE = (
    *("--delete-after", "--delay-updates"),
    f"--filter=R_{UNDONE}/",  # what an upload that was cut off left there, rsync itself keeps for ever
)
NAMED = ("--delete-before", "--include-from=-", "--exclude=*")
"""Of rsync: the site as a whole; and what is named alone, of which goes there what the site does not have."""


def rsync_words(
    program: str, release: Path, server: Server, ssh: Sequence[str], how: Sequence[str] = WHOLE
) -> list[str]:
    """Every file gets its new content in one step, and what is gone goes last: a visitor meets no link that
    leads nowhere."""
    shell = " ".join(("ssh", *_SSH, *ssh))
    return [
        program,
        *("--recursive", "--times", "--links", "--chmod=D755,F644"),
        *how,
        "--timeout=300",
        "-e",
        shell,
        "--",
        f"{release}/",
        f"{server.where}:{server.folder}/",
    ]


def rsync_named(order: Order) -> list[str]:
    """What goes before all else, as rsync reads it: each folder and each file; of what is gone also that
    which an upload that was cut off holds ready."""
    held = [f"{above}/{UNDONE}/{name}" for above, _, name in (path.rpartition("/") for path in order.gone)]
    paths = [PurePosixPath("/", path) for path in (*order.gone, *held, *order.first)]
    folders = {f"{above}/" for path in paths for above in path.parents if above.name}
    return [*sorted(folders), *map(str, paths)]


_RCLONE = (
    *("--ask-password=false", "--log-level=ERROR", "--contimeout=60s", "--timeout=300s"),
    *("--low-level-retries=3", "--retries=2"),
)
LISTED = ("--files-from-raw=-", "--no-traverse")


def rclone_words(program: str, server: Server, does: str, *how: str) -> list[str]:
    """What the bucket has is compared by its checksum, and what is gone goes last. Without the last stroke
    rclone would first ask whether the folder is a file, and take a refused key for one."""
    return [program, does, *_RCLONE, *how, f"s3:{server.where}/{server.folder}/"]


def sftp_lines(release: Path, folder: str, changed: Sequence[str], deleted: Sequence[str]) -> Iterator[str]:
    """What sftp is told: folders, then files under another name that is then put in place of the old one,
    then what is gone, also under the other name, where an upload was cut off. A line that begins with `-` may
    fail: a folder that is there, a file that is gone."""
    folders = {str(above) for path in changed for above in PurePosixPath(folder, path).parents}
    for one in sorted(folders - {"/", "."}):
        yield f"-mkdir {_quoted(one)}"
    for path in changed:
        there = f"{folder}/{path}"
        yield f"put {_quoted(f'{release}/{path}')} {_quoted(f'{there}.banzuke-new')}"
        yield f"chmod 644 {_quoted(f'{there}.banzuke-new')}"
        yield f"rename {_quoted(f'{there}.banzuke-new')} {_quoted(there)}"
    for path in deleted:
        yield f"-rm {_quoted(f'{folder}/{path}')}"
        yield f"-rm {_quoted(f'{folder}/{path}.banzuke-new')}"


PART, WEIGHT = 500, 20_000_000
"""So many files, or bytes, are sent by sftp at once: a server far away takes a second for each file, and what
it got before the time was over need not be sent again."""


def _by_sftp(target: Target, server: Server, words: Sequence[str], order: Order, until: float) -> None:
    """In parts, each of which is there when it is noted. The pages of who is withheld go first, and all else
    that is gone last, as long as pages lead there."""
    release, told = target.required(), b""
    if order.gone:
        told += _told_lines(sftp_lines(release, server.folder, (), order.gone), words, server, until)
    for part in parts(release, order.changed):
        _told_lines(sftp_lines(release, server.folder, part, ()), words, server, until)
        target.sent.add(str(server), part)
    if order.last:
        told += _told_lines(sftp_lines(release, server.folder, (), order.last), words, server, until)
    _refuse_undeleted(told, server)


def parts(release: Path, paths: Sequence[str]) -> Iterator[list[str]]:
    """Paths of a release as they are sent by sftp, in their order."""
    part: list[str] = []
    weight = 0
    for path in paths:
        part.append(path)
        weight += (release / path).stat().st_size
        if len(part) == PART or weight >= WEIGHT:
            yield part
            part, weight = [], 0
    if part:
        yield part


def _told_lines(lines: Iterator[str], words: Sequence[str], server: Server, until: float) -> bytes:
    batch = "".join(f"{line}\n" for line in lines)
    return _run(words, batch.encode(), server, until - time.monotonic())


def _quoted(path: str) -> str:
    return '"' + re.sub(r'(["\\*?\[\]])', r"\\\1", path) + '"'


def _run(words: Sequence[str], given: bytes, server: Server, seconds: float) -> bytes:
    """What the program printed as errors though it ended well. `seconds`: what is left of `LONGEST`."""
    try:
        code, told = ran(words, given, seconds)
    except NoEnd as error:
        raise _failed(server, _SENT, _endless(error, LONGEST), _AGAIN) from None
    if code:
        raise _failed(server, _SENT, _told(told) or _unsaid(code, server), _AGAIN)
    return told


def _endless(error: NoEnd, seconds: float) -> str:
    if isinstance(error, TooMuchSaid):
        return f"more than {MOST // 1_000_000} MB of words"
    return f"more than {seconds:.0f} seconds"


_EXPECTED = re.compile(
    rb"^(remote (mkdir|delete)|Couldn't (create directory|delete file))"
    rb".*: (Failure|No such file or directory)\r?\n",
    re.MULTILINE,
)
"""What sftp says of a folder that is there, or above which none could be made, and of a file that is gone."""


_FULL = "a file could not be read or written, as on a full disk"
_NO_MORE = "the server says no more than that; often its disk or a quota is full"
_UNWRITTEN = re.compile(
    r"^(dest open|remote open|(write|close) remote|Couldn't (write to remote|close) file).*: Failure$",
    re.MULTILINE,
)
"""What sftp says of a full disk: of why it could not write, a server of its protocol has no more words."""


def _told(printed: bytes) -> str:
    """What the program printed, and what it means where it is one word."""
    said = _said(_EXPECTED.sub(b"", printed))
    return f"{said}: {_NO_MORE}" if _UNWRITTEN.search(said) else said


def _unsaid(code: int, server: Server) -> str:
    """Of the server's own words rsync loses some when it stops: then only its exit code says why."""
    known = {11: _FULL, 30: "nothing came for 300 seconds"}
    why = known.get(code) if server.by == "rsync" else None
    return f"exit code {code}: {why}" if why else f"exit code {code}"


def _refuse_undeleted(told: bytes, server: Server) -> None:
    """A file that is gone may be gone there as well, but who was withheld must not stay there unnoticed."""
    left = [line for line in told.splitlines(keepends=True) if _UNDELETED.match(line)]
    if left:
        raise _failed(server, "what is gone from the site deleted there", _said(b"".join(left)), _AGAIN)


_UNDELETED = re.compile(rb"(remote delete|Couldn't delete file).*: Permission denied")
_SENT = "the whole site sent"
_AGAIN = "try it by hand as the office's user; what is not there yet is sent the next time"


def _failed(server: Server, expected: str, found: str, remedy: str) -> OfficeError:
    return refusal("upload-failed", f"{server.where}:{server.folder}", expected, found, remedy)
