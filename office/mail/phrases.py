"""What the office asks an organizer in a reply, in English and Japanese, by the problem's code.

`{place}` and `{found}` are what the source shows, `{expected}` what its format wants; nothing from the
register stands here. What has no words of its own is said as the problem says it.
"""

from office.mail.japanese import in_japanese
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
    "name-not-as-asked": (
        "Please write names in Roman letters, surname first, without a comma: {found}.",
        "氏名はローマ字で「姓 名」の順に、コンマを入れずに記入してください：{found}",
    ),
    "late-report": (
        "The report came after the deadline: {found}. The officer decides on it.",
        "報告が期限後に届きました：{found}。取り扱いは担当者が判断します。",
    ),
    "reporter-unknown": (
        "Who reports the event? Please tell us the name and the federation ID.",
        "どなたからの報告ですか。氏名と会員番号をお知らせください。",
    ),
    "reporter-not-authorised": (
        "We do not know yet that you report for the organizer. Please tell us your federation ID, and let the"
        " organizer confirm it.",
        "主催者から報告を任されている方か確認できません。会員番号をお知らせのうえ、主催者からもご確認ください。",
    ),
    "reporter-not-a-member": (
        "Who reports for the organizer has to be an annual member of the Federation. Please tell us the name"
        " and the federation ID, or whether the organizer reports himself.",
        "報告者は主催者か、主催者が認めた連盟年会員です。氏名と会員番号、または主催者ご本人かをお知らせください。",
    ),
    "run-by-unknown": (
        "Who was in charge of the event? Please tell us the name and the federation ID of the annual member.",
        "大会の運営責任者（連盟年会員）の氏名と会員番号をお知らせください。",
    ),
    "not-run-by-a-member": (
        "An annual member of the Federation runs a rated event. Please tell us the name and the federation ID"
        " of who was in charge.",
        "公式戦は連盟年会員が運営します。運営責任者の氏名と会員番号をお知らせください。",
    ),
    "no-link": (
        "We found no link of a tournament and no report file in your mail.",
        "メールに大会のリンクも報告ファイルもありませんでした。",
    ),
    "form-cell": (
        "{place}: we found {found}, and expect {expected}.",
        "{place}：記入内容 {found} は受け付けられません。正しい形：{expected}",
    ),
    "form-heading": (
        "{place}: we found {found}, and expect {expected}. Please put it back.",
        "{place}：様式の項目が変わっています（{found}）。元に戻してください：{expected}",
    ),
    "form-sheet": (
        "{place}: a sheet of the form is missing: {expected}. Please put it back.",
        "{place}：様式のシートがありません。元に戻してください：{expected}",
    ),
    "form-version": (
        "{place} is another version of the form ({found}). Please copy what you filled in into {expected}.",
        "{place}は現在の様式ではありません（{found}）。{expected}に記入し直して再送してください。",
    ),
    "form-unknown": (
        "{place} is a workbook, but not the Rating Report Form. Please fill in {expected}.",
        "{place}はレーティング報告書式ではありません。{expected}に記入して再送してください。",
    ),
    "form-empty": (
        "{place}: nothing is filled in. Please fill in the form and send it again.",
        "{place}：記入がありません。記入して再送してください。",
    ),
    "workbook-encrypted": (
        "{place} has a password. Please save it without one and send it again.",
        "{place}にパスワードが設定されています。解除して再送してください。",
    ),
    "workbook-broken": (
        "{place} is damaged ({found}). Please save it anew and send it again.",
        "{place}が破損しています（{found}）。保存し直して再送してください。",
    ),
    "workbook-macros": (
        "{place} holds macros. Please save it as .xlsx and send it again.",
        "{place}にマクロが含まれています。.xlsx形式で保存して再送してください。",
    ),
    "file-unknown": (
        "We cannot read {place}. Please send the report form, Swiss Perfect or TRF files, or the link.",
        "{place}を読み取れません。報告書式、Swiss PerfectかTRFのファイル、またはリンクをお送りください。",
    ),
    "swiss-perfect-incomplete": (
        "{place}: {found}. Please send the .ini, .trn and .sco file together, or one zip of the three.",
        "{place}：{found}。.ini・.trn・.sco の三つを一緒に、またはzipにまとめてお送りください。",
    ),
    "trf-line": (
        "{place}: we found {found}, and expect {expected}. Please correct the line and send the file again.",
        "{place}：{found} を読み取れません。訂正して再送してください。正しい形：{expected}",
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
    place, found, expected = (_line(text) for text in (problem.place, problem.found, problem.expected))
    words = ASKED.get(problem.code)
    if words is None:
        said = f"{place}: {found}; expected {expected}. Please {_line(problem.remedy)}."
        return said, said
    told = {"place": place, "found": found, "expected": expected}
    return words[0].format(**told), words[1].format(**{k: in_japanese(v) for k, v in told.items()})


def _line(text: str) -> str:
    return " ".join(text.split())[:500]
