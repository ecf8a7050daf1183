"""How far an unrated player is from a first rating, in words."""

from office.words import N_, _, n_, p_
from rating.edition import Edition
from rating.steps import Towards

AGAINST = {
    "all-won": N_("all of them won"),
    "all-lost": N_("all of them lost"),
    "too-low": N_("too low for the list"),
}


def still_unrated(asked: Towards | None, law: Edition) -> str:
    """The games that count for a first rating, what is against it, and those that lie too far back. `asked`:
    as the edition has it, None where it counts none."""
    if asked is None:
        return _("Still unrated (UR)")
    if not asked.outside:
        return _counted(asked, law)
    outside = n_(
        "{n} other lies outside the time that counts",
        "{n} others lie outside the time that counts",
        asked.outside,
    )
    return _counted(asked, law) + p_("problem", "; ") + outside


def _counted(asked: Towards, law: Edition) -> str:
    told = n_(
        "Still unrated (UR): {n} of {needed} game for a first rating ({article})",
        "Still unrated (UR): {n} of {needed} games for a first rating ({article})",
        asked.needed,
        n=min(asked.games, asked.needed),
        needed=asked.needed,
        article=law.article_of_role("towards_initial"),
    )
    if asked.against is not None:
        return told + p_("punctuation", ": ") + _(AGAINST[asked.against])
    if asked.games >= asked.needed:  # none of them was new on this list
        return told + p_("punctuation", ": ") + _("waits for a list with a new game")
    return told
