"""Every setting there is, in one place: what it is called in `banzuke.toml` and in the environment, and what
it can be. `banzuke settings` shows them; docs/settings.md and docs/ja/settings.md are made from here.

The environment goes before the file. Commands that need but one of them read it where they stand, without
loading this; a test holds the names together."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, Field, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from office.errors import OfficeError, problem_of
from office.fields import expected_of
from office.place import Place, host_alone, scheme_of, secret_text, variable_of
from office.words import N_, _, p_
from office.words.codes import CONTEXT
from scraper.records import Problem

MANY = 1_000_000_000
DATABASE = "database"
"""Has no variable: one would take the commands on every office, a restored one or a copy too, into the same
database."""

_PASSWORD = re.compile(r"(^postgresql://[^/@:]*:)[^@]*(?=@)|([?&](?:ssl)?password=)[^&]*")
"""Where a password can stand in its address: up to the first @, whatever signs it has, as the address is read
when the database is opened."""


class Inbox(BaseModel, extra="forbid"):
    """The table [inbox]: the mailbox on the server."""

    host: str | None = Field(None, description=N_("the mail server (IMAP)"))
    port: int | None = Field(
        None, ge=1, le=65535, description=N_("its port; by default the usual one for `security`")
    )
    user: str | None = Field(None, description=N_("the account there"))
    folder: str = Field("INBOX", description=N_("the folder to read"))
    security: Literal["tls", "starttls", "none"] = Field(
        "tls", description=N_("how the connection is protected")
    )


class Notices(BaseModel, extra="forbid"):
    """The table [notices]: how notices leave."""

    sender: str | None = Field(None, description=N_("the office's address, from which it sends notices"))
    host: str | None = Field(
        None, description=N_("the mail server that sends them (SMTP); without it, `folder`")
    )
    port: int | None = Field(
        None, ge=1, le=65535, description=N_("its port; by default the usual one for `security`")
    )
    user: str | None = Field(None, description=N_("the account there, if the server requires one"))
    security: Literal["tls", "starttls", "none"] = Field(
        "tls", description=N_("how the connection is protected")
    )
    folder: str = Field("outgoing", description=N_("the folder for mails if there is no server"))
    webhook: str | None = Field(
        None, pattern="^https://", description=N_("the address to call when something waits")
    )


class Settings(BaseSettings):
    """The settings beside the table."""

    model_config = SettingsConfigDict(env_prefix="BANZUKE_", extra="forbid", env_ignore_empty=True)

    office: str = Field(".", description=N_("the office's folder; only in the environment"))
    officer: str | None = Field(
        None,
        description=N_("the name of the person who decides; otherwise the officer set by `banzuke officer`"),
    )
    lang: Literal["en", "ja"] | None = Field(None, description=N_("the language; otherwise the office's"))
    database: str | None = Field(
        None,
        pattern="^postgresql://",
        description=N_("the database server; only in the file; without it, banzuke.sqlite"),
    )
    secrets: str | None = Field(
        None, description=N_("a folder with a file for each secret; only in the environment")
    )
    log: Literal["text", "json"] = Field(
        "text", description=N_("how `banzuke serve` and `banzuke work` write their log")
    )
    api: Literal["open", "by-token", "off"] = Field(
        "open", description=N_("who may read published data through the API (R88)")
    )
    api_questions: int = Field(
        1200, ge=1, le=MANY, description=N_("API requests that one address may make in a minute (R89)")
    )
    api_reports: int = Field(
        20, ge=0, le=MANY, description=N_("reports that one program may send to the API in an hour (R89)")
    )
    api_trust: Literal["as-mail", "as-owner"] = Field(
        "as-mail", description=N_("how far the office trusts a report sent with a token (R90)")
    )
    inbox: Inbox = Field(default_factory=lambda: Inbox.model_validate({}), description=N_("the mailbox"))
    notices: Notices = Field(default_factory=lambda: Notices.model_validate({}), description=N_("notices"))

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment, then what was handed over: the file. Which database is the file's alone."""
        database = {DATABASE: init_settings().get(DATABASE)}
        return InitSettingsSource(settings_cls, database), env_settings, init_settings


def usual() -> Settings:
    """Those of an office that sets none."""
    return Settings.model_validate({})


SECRETS: Mapping[str, str] = {
    "database-password": "the password of the database's user",
    "imap-password": "the password of the mailbox",
    "imap-token": "an access token of the mailbox, instead of a password",
    "smtp-password": "the password of the account that sends notices",
    "webhook-secret": "the key that signs calls to the webhook",
    "metrics-token": "programs elsewhere need it to read `/metrics` of the desk",
}
"""Secrets and what they open."""

OF_FILE = frozenset(
    {"database", "log", "api", "api_questions", "api_reports", "api_trust", "inbox", "notices"}
)
"""What `banzuke.toml` may say; everything else is of the environment."""


TABLES: Mapping[str, tuple[type[BaseModel], str]] = {
    "inbox": (Inbox, "IMAP"),
    "notices": (Notices, "NOTICES"),
}
"""The tables of the file, each with what its variables are called by."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A setting as it stands: `value` as text, empty where there is none; `by`: `environment`, `file`,
    `default`, of a secret `set` or `none`, empty where nothing is known of it but its names."""

    name: str
    variable: str
    value: str
    by: str


def settings(place: Place, environment: Mapping[str, str]) -> tuple[Settings, list[Shown]]:
    """The settings of an office, and where each comes from. Refused with every one that is unknown or is
    what it cannot be, by its place."""
    written = place.written()
    file = place.settings.name
    faults = [_unknown(f"{file}, {name}") for name in written if name not in OF_FILE]
    tables = {name: _table(name, written, environment) for name in TABLES}
    try:
        made = Settings(**{n: v for n, v in written.items() if n in OF_FILE and n not in TABLES}, **tables)
    except ValidationError as error:
        variables = {f"{table}.{name}".strip("."): variable for table, name, variable, _field in _every()}
        for e in error.errors():
            name = ".".join(map(str, e["loc"]))
            variable = variables.get(name, "")
            at = variable if environment.get(variable) else f"{file}, {name}"
            unknown = e["type"] == "extra_forbidden"
            expected = expected_of(e) or "what docs/settings.md says of it"
            found = f"“{_told(name, e['input'])}”"
            faults.append(_unknown(at) if unknown else _fault(at, expected, found))
    if faults:
        raise OfficeError(*faults)
    return made, list(_shown(made, written, environment))


def _table(name: str, written: Mapping[str, Any], environment: Mapping[str, str]) -> Any:
    table = written.get(name, {})
    if not isinstance(table, dict):
        return table
    fields = TABLES[name][0].model_fields
    return {**table, **{field: v for field in fields if (v := environment.get(_variable(name, field)))}}


def _variable(table: str, field: str) -> str:
    return f"BANZUKE_{TABLES[table][1]}_{field.upper()}"


def _unknown(place: str) -> Problem:
    """A name in the file that is no setting; its value, which can be a secret, is not told."""
    return _fault(place, "a setting of the file", "none")


def _fault(place: str, expected: str, found: str) -> Problem:
    return problem_of("settings-unknown", place, expected, found)


def misspelt(environment: Mapping[str, str]) -> list[Problem]:
    """The variables that begin as Banzuke's do and are none, which no command reads."""
    secrets = map(variable_of, SECRETS)
    known = {variable for _table, _name, variable, _field in _every()} | set(BESIDE)
    known |= {f"{name}{end}" for name in secrets for end in ("", "_FILE")}
    strange = sorted(name for name in environment if name.startswith("BANZUKE_") and name not in known)
    return [_fault(name, "a variable that Banzuke reads", "none") for name in strange]


BESIDE = ("BANZUKE_KEY", "BANZUKE_WORDS", "BANZUKE_TESTS", "BANZUKE_TESTS_ON")
"""Variables that set nothing of an office: for `banzuke verify`, for tests."""


def _every() -> Iterator[tuple[str, str, str, FieldInfo]]:
    """Each setting: the table of the file it stands in, "" for none; its name, its variable
    or "", its field."""
    for name, field in Settings.model_fields.items():
        if name not in TABLES:
            yield "", name, "" if name == DATABASE else f"BANZUKE_{name.upper()}", field
    for table, (kind, _variables) in TABLES.items():
        for name, field in kind.model_fields.items():
            yield table, name, _variable(table, name), field


def _shown(made: Settings, written: Mapping[str, Any], environment: Mapping[str, str]) -> Iterator[Shown]:
    for table, name, variable, _field in _every():
        value = getattr(getattr(made, table) if table else made, name)
        in_file = name in (written.get(table, {}) if table else written)
        by = "environment" if environment.get(variable) else "file" if in_file else "default"
        called = f"{table}.{name}" if table else name
        yield Shown(called, variable, "" if value is None else _told(name, value), by)
    for name in SECRETS:
        yield Shown(name, variable_of(name), "", "set" if secret_text(name, environment) else "none")


def _told(name: str, value: object) -> str:
    """A value as it may be shown: of the database's address no password; of one that is none of ours, its
    scheme alone; of the webhook's its host."""
    text = str(value)
    if name.rpartition(".")[2] == "webhook":
        return host_alone(text)
    if name != DATABASE:
        return text
    if not text.startswith("postgresql://"):
        return scheme_of(text)
    return _PASSWORD.sub(lambda found: f"{found[1] or found[2]}***", text)


def names_alone() -> list[Shown]:
    """Every setting as `settings` shows it where it refuses what is set: by its names."""
    every = [(f"{table}.{name}".strip("."), variable) for table, name, variable, _field in _every()]
    return [Shown(*names, "", "") for names in (*every, *((name, variable_of(name)) for name in SECRETS))]


def markdown() -> str:
    """The tables of docs/settings.md, in the language spoken."""
    told = _("| banzuke.toml | environment | what | without it |") + "\n|---|---|---|---|\n"
    for table, name, variable, field in _every():
        file = f"`{name}`" if name in OF_FILE else ""
        file = _("`{name}` in `[{table}]`", name=name, table=table) if table else file
        default = "" if field.default is None else f"`{field.default}`"
        known = variable and f"`{variable}`"
        told += f"| {file} | {known} | {_(field.description or '')} | {default} |\n"
    told += "\n" + _("| secret | environment | file | what it opens |") + "\n|---|---|---|---|\n"
    for name, what in SECRETS.items():
        variable = variable_of(name)
        file = _("`{variable}` names it", variable=f"{variable}_FILE")
        told += f"| `{name}` | `{variable}` | {file} | {p_(CONTEXT, what)} |\n"
    return told
