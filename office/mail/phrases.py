"""What the office asks an organizer in a reply, in English and Japanese, by the problem's code.

`{place}` and `{found}` are what the source shows; nothing from the register stands here. What has no words
of its own is said as the problem says it.
"""

from scraper.records import Problem

ASKED: dict[str, tuple[str, str]] = {
    "federation-id-missing": (
        "Please enter the federation IDs (N and eight digits) of the members: {found}.",
        "会員の連盟ID（Nと数字8桁）を入力してください：{found}",
    ),
    "member-unknown": (
        "We find no member for {place} ({found}). Is the ID right, or is the player a guest?",
        "{place}（{found}）に当たる会員が見つかりません。IDをご確認ください。会員でない場合はお知らせください。",
    ),
    "member-ambiguous": (
        "We cannot tell which member {place} is. Please tell us the ID.",
        "{place}がどの会員か判断できません。IDをお知らせください。",
    ),
    "organizer-missing": (
        "The event names no organizer. Please enter it.",
        "主催者が記載されていません。入力してください。",
    ),
    "event-without-days": (
        "The event has no first and last day. Please enter them.",
        "開始日・終了日が記載されていません。入力してください。",
    ),
    "time-control-missing": (
        "The event states no time control. Please enter it.",
        "持ち時間が記載されていません。入力してください。",
    ),
    "time-control-unreadable": (
        "We cannot read the time control: {found}. Please write it as “90 min + 30 sec”.",
        "持ち時間を読み取れません：{found}。「90 min + 30 sec」のように記入してください。",
    ),
    "round-without-date": (
        "Please enter the day of {place}.",
        "{place}の日付を入力してください。",
    ),
    "round-not-paired": (
        "{place} is not paired. Please pair it, or correct the number of rounds.",
        "{place}の組み合わせがありません。組み合わせを入力するか、ラウンド数を訂正してください。",
    ),
    "result-pending": (
        "Results are missing ({place}). The event counts as reported when all are there.",
        "結果が未入力です（{place}）。すべて入力された日に報告されたものとして扱います。",
    ),
    "name-unclear": (
        "The name of {place} is not surname and first name: {found}.",
        "{place}の氏名が「姓 名」の形になっていません：{found}",
    ),
    "late-report": (
        "The report came after the deadline: {found}. The officer decides on it.",
        "報告が期限後に届きました：{found}。取り扱いは担当者が判断します。",
    ),
    "no-link": (
        "We found no link of a tournament and no report file in your mail.",
        "メールに大会のリンクも報告ファイルもありませんでした。",
    ),
    "mail-winmail": (
        "We cannot open {place} (Outlook's “Rich Text”). Please send it again as plain text or HTML.",
        "{place}（Outlookのリッチテキスト形式）を開けません。テキスト形式かHTML形式で再送してください。",
    ),
    "mail-file-unknown": (
        "We cannot read the attached file {place}. Please send the report form, Swiss Perfect or TRF files,"
        " or the link.",
        "添付ファイル{place}を読み取れません。"
        "報告書式、Swiss PerfectかTRFのファイル、またはリンクをお送りください。",
    ),
    "mail-encrypted": (
        "We cannot read an encrypted mail. Please send it again without encryption.",
        "暗号化されたメールは読めません。暗号化せずに再送してください。",
    ),
    "mail-links-differ": (
        "Your mail links different tournaments for one: {found}. Which do you mean?",
        "メールのリンクが一致しません：{found}。どの大会かお知らせください。",
    ),
    "address-broken": (
        "A link is broken by a line end: {place}. Please send it on one line.",
        "リンクが改行で切れています：{place}。1行で送ってください。",
    ),
}


def asked(problem: Problem) -> tuple[str, str]:
    """The question in English and in Japanese."""
    place, found = _line(problem.place), _line(problem.found)
    words = ASKED.get(problem.code)
    if words is None:
        said = f"{place}: {found}; expected {_line(problem.expected)}. Please {_line(problem.remedy)}."
        return said, said
    return words[0].format(place=place, found=found), words[1].format(place=place, found=found)


def _line(text: str) -> str:
    return " ".join(text.split())[:500]
