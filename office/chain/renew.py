"""Another key in the place of the office's: statements signed anew with it."""

from office.chain.key import new_key, office_key
from office.chain.minisign import PublicKey
from office.chain.statements import write_statements
from office.opened import Office


def key_shown(office: Office, *, renew: bool = False) -> PublicKey:
    """The public key, once everything published is signed with it. `renew`: it is another one from here on,
    and everybody who checks lists has to be told."""
    if renew:
        new_key(office.place)
    public = office_key(office.place).public
    with office.reading() as session:
        write_statements(office.place, session, anew=renew)
    return public
