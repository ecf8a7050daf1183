"""What can be put right without losing anything: nothing that was stored is changed."""

import os
import shutil
from collections.abc import Iterator

from office.chain.key import PUBLIC, SECRET, office_key
from office.chain.outside import write_heads
from office.chain.statements import write_statements
from office.database.engine import look, open_engine
from office.database.migrate import check
from office.doctor.folder import OTHERS, leftovers
from office.doctor.kept import unwritten_faults
from office.place import Place
from office.words import _


def repair(place: Place) -> Iterator[str]:
    """Does it, and says each thing in words: unfinished files of killed commands taken away, the secret key
    its owner's alone, heads and signed statements written that only the database has. Refused where the
    database is of another Banzuke, or the key is lost."""
    for path in leftovers(place):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
        yield _("taken away: {path}", path=path)
    secret = place.folder / SECRET
    if secret.exists():
        if secret.stat().st_mode & OTHERS:
            os.chmod(secret, 0o600)
            yield _("readable by its owner alone now: {path}", path=secret)
        if not (place.folder / PUBLIC).exists():
            office_key(place)
            yield _("written: {path}", path=place.folder / PUBLIC)
    engine = open_engine(place)
    check(engine, str(place.folder))
    with look(engine) as session:
        missing = list(unwritten_faults(session, place))
        write_heads(place, session)
        write_statements(place, session)
        left = {one.place for one in unwritten_faults(session, place)}
    for one in missing:
        if one.place not in left:
            yield _("written: {path}", path=one.place)
