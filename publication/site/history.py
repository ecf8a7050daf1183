"""The history on a member's page: every list that said something new, with the account of it, put together by
hand; what was told before is taken from the page that stands."""

from datetime import date
from functools import cache, lru_cache

from markupsafe import Markup

from office.words import speaking
from office.words.formats import day_in, joined
from publication.account.blocks import Reader, as_html, safe
from publication.account.document import told
from publication.site.addresses import event_slug
from publication.site.articles import citing
from publication.site.settings import WORDS
from publication.site.stories import Story
from publication.site.told_before import BEGINS, CLOSED, ENDS, OPENED


def history(story: Story, lang: str, reader: Reader) -> Markup:
    """Every list of a story that said something new, the newest first, each with the account of it."""
    explained, made = WORDS[lang]["explained"], []
    with speaking(lang):
        for n, account in enumerate(story.entries):
            version = account.version
            replaced = story.replaced.get(version.id)
            made.append(_entry(lang, version.list_date, version.version, version.edition, replaced))
            parts, said = told(account, reader), citing(version.edition, "../")
            opened = OPENED if n == 0 and len(parts) == 1 else CLOSED
            for part in parts:
                made.append(f"<p><strong>{safe(part.heading)}</strong> {joined(map(said, part.lines))}</p>\n")
                if part.how:
                    how = as_html(part.how, level=4, said=said)
                    made.append(f"{opened}\n<summary>{explained}</summary>\n{how}\n</details>\n")
            made.append(ENDS)
    return Markup("".join(made))


@lru_cache(maxsize=4096)
def _entry(lang: str, day: date, version: int, edition: str | None, replaced_by: int | None) -> str:
    """How what a version of a list says of a member begins: its heading."""
    w, name, other, under = WORDS[lang], f' id="on-{day}"', "", ""
    of = safe(w["list_of"].format(day=day_in(day, lang)))
    if replaced_by:
        said = w["version"].format(number=version), w["replaced_short"].format(number=replaced_by)
        name, other = "", f' <span class="dim">{w["colon"].join(map(safe, said))}</span>'
    if edition:
        under = f' <a class="dim" href="../about.html#{edition}">{safe(w["edition"])} {edition}</a>'
    return f'{BEGINS}{name}>\n<h3><a href="../lists/{day}/index.html">{of}</a>{other}{under}</h3>\n'


def links(lang: str, *, ages: bool) -> Reader:
    """Whoever reads members' pages in a language: people and events are links, people in Japanese by their
    kanji, where the list prints them. Why K was what it was can say how old a player is: only sites that show
    age classes tell it, and of nobody who asked that no birth date is shown."""

    @cache
    def person(number: str | None, name: str | None, kanji: str | None) -> str:
        if name is None:
            return Markup('<span class="dim">{}</span>').format(WORDS[lang]["withheld"])
        who = f"<bdi>{safe((lang == 'ja' and kanji) or name)}</bdi>"
        return Markup(f'<a href="{safe(number)}.html">{who}</a>' if number else who)

    @cache
    def event(key: str | None, name: str) -> str:
        what = f"<bdi>{safe(name)}</bdi>"
        return Markup(f'<a href="../events/{safe(event_slug(key))}.html">{what}</a>' if key else what)

    return Reader(office=False, reasons_of_k=ages, person=person, event=event)
