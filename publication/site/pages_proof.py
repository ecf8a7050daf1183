"""The key and the signed statements as files of the site."""

from office.chain.key import PUBLIC
from office.chain.statements import SIGNATURE
from publication.site.builder import Site


def proof_pages(site: Site) -> None:
    """The key as `data/key.pub`, and below `data/statements/` each statement with its signature."""
    if site.proof.key is not None:
        site.write(f"data/{PUBLIC}", site.proof.key.file())
    for one in site.proof.signed.values():
        path = f"data/statements/{one.statement.name}"
        site.write(path, one.statement.text())
        site.write(path + SIGNATURE, one.signature)
