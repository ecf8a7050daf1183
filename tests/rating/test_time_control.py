"""Time controls as people write them: read where they are certain, refused by name where not."""

import html
import re
from fractions import Fraction

import pytest

from rating.errors import TimeControlError
from rating.interpretations import Interpretations
from rating.time_control import Stage, TimeControl, minutes_at_60, parse, parse_notation

from .shared import shared


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("45+30", 75),
        ("90+30", 120),
        ("44", 44),
        ("3+6", 9),
        ("5+0", 5),
        ("40/90,30+30", 150),
        ("40/90, 30+30", 150),
        ("59/90,30", 120),
        ("40/90, SD/30;+30", 150),
        ("40/90;d5, SD/30;d5", 125),
        ("90 min + 30 sec", 120),
        ("90 min. + 30 sec.", 120),
        ("90'+30''", 120),
        ("90′ + 30″", 120),
        ("90’ + 30”/move", 120),
        ("90´ + 30´´", 120),
        ("40/90’ + Game/30’ + 30”/move", 150),
        ("90'/40 + 30' + 30''", 150),
        ("90 min/40 + 30 min + 30 s", 150),
        ("90min/40moves + 30min + 30sec/move", 150),
        ("2x 1,5 h/40 + 30 min + 30 s/move", 150),
        ("2 x 60 min", 60),
        ("15 min + 10 sec/move", 25),
        ("G/60;+5", 65),
        ("G/60 d5", 65),
        ("G/60;d5", 65),
        ("G/90 inc/30", 120),
        ("25m+10s", 35),
        ("1h30+30s/move", 120),
        ("1h 30min + 30s", 120),
        ("2h", 120),
        ("1:30:00", 90),
        ("1:30:00 + 30 sec", 120),
        ("90 minutes + 30 seconds per move", 120),
        ("90 minutes with 30 seconds increment per move", 120),
        ("All moves in 90 minutes, plus 10 seconds per move", 100),
        ("120 minutes per player per game", 120),
        ("40 moves in 90 min, then 30 min, 30 sec per move", 150),
        (
            "90 minutes for the first 40 moves followed by 30 minutes for the rest of the game "
            "with 30 seconds per move",
            150,
        ),
        ("90 min + 30 sec increment per move starting from move 1", 120),
        ("Standard: 90min +30sec increment per move starting from move 1", 120),
        ("Blitz: 3min +2sec increment per move starting from move 1", 5),
        ("90' + 30\" por cada lance", 120),
        ("60 min + 5 sec delay", 65),
        ("持ち時間90分＋1手30秒", 120),
        ("持ち時間：各25分＋10秒", 35),
        ("15分 + 10秒/手", 25),
        ("20分+1手毎30秒累加", 50),
        ("９０分＋３０秒", 120),
        ("25分切れ負け", 25),
        ("60 min", 60),
        ("60 minutes each", 60),
        ("90 min per side + 30 sec", 120),
        ("10 min KO", 10),
        ("G90 d5", 95),
        ("G60;+5", 65),
        ("15min + 10sec fischer", 25),
        ("40/120, SD/60", 180),
        ("40/100,20/50,15+30", 180),
        ("100'/40 + 50'/20 + 15' + 30''", 180),
        ("45分＋30秒／手", 75),
        ("持ち時間は９０分、１手ごとに３０秒加算", 120),
        ("持ち時間９０分＋１手につき３０秒", 120),
        ("90分+30秒（1手ごと）", 120),
        ("90分+フィッシャー30秒", 120),
        ("40手90分、以後30分＋1手30秒", 150),
        ("40手まで90分、その後30分、1手30秒加算", 150),
        ("1時間30分＋30秒", 120),
        ("1時間半＋30秒", 120),
        ("30分（切れ負け）", 30),
        ("90分（1手につき30秒加算）", 120),
        ("持ち時間 各25分（フィッシャー方式 10秒加算）", 35),
        ("15分+10秒（フィッシャー）", 25),
        ("90分（＋30秒）", 120),
        ("45分＋30秒（スタンダード）", 75),
        ("25分10秒加算", 35),
        ("90分/40手＋30分、1手目から30秒加算", 150),
        ("90分、初手から1手30秒", 120),
        ("持ち時間：90分、インクリメント30秒", 120),
        ("60分、その後1手30秒加算", 90),
        ("60分+5秒ディレイ", 65),
        ("90 min (+30 sec per move)", 120),
        ("90 min (30 sec increment)", 120),
        ("90min 30sec increment", 120),
        ("60min 5sec delay", 65),
        ("60 min SD + 5 sec", 65),
        ("G/90 30 sec inc", 120),
        ("25 min + 10 sec bronstein", 35),
        ("120 min for 40 moves, 60 min for the next 20 moves, 15 min for rest of the game", 180),
        ("G/90 inc/30 sec", 120),
        ("G/60 d5 sec", 65),
        ("90分＋（30秒）", 120),
        ("40 moves in 30 min, 15 min", 45),
        ("60/60,30", 60),
        ("40/1:30:30, 0:29:30", 120),
        ("180 min", 180),
        ("1 min", 1),
        ("90 min + 30 sec per move.", 120),
        ("1 h. 30 min. + 30 sec.", 120),
        ("90" + " " * 195 + "min", 90),
    ],
)
def test_what_is_certain_is_read(text, minutes):
    assert parse(text).minutes_at(60) == minutes
    assert minutes_at_60(text) == minutes


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "nothing"),
        ("unknown", "unknown"),
        ("90 min + 30", "30"),
        ("90'+30", "30"),
        ("5400+30", "5400"),
        ("180+2", "180"),
        ("1:30 + 10 from move 1", ":"),
        ("White 5 min, Black 4 min", "white"),
        ("90 or 60 min", "or"),
        ("90+30 (10 min default)", "default"),
        ("60 min + 30 min", "60 minutes"),
        ("90,30+30", "90 minutes"),
        ("40/90", "40 moves"),
        ("90/40,30+30", "90 / 40"),
        ("60/40,30", "60 / 40"),
        ("90分30秒", "90 分 30 秒"),
        ("90 min 30 sec", "90 min 30 sec"),
        ("90分、1手30秒", "1手 30 秒"),
        ("90分 切れたら1手30秒", "切れたら"),
        ("90 min + 30 sec from move 41", "from"),
        ("90 min + 30 sec + 15 sec", "15 sec"),
        ("40/90'+30\" + 30'", "an increment"),
        ("30 sec/move", "30 sec /move"),
        ("0 min + 30 sec", "0 minutes"),
        ("0/90, 30 min", "0"),
        ("90 min + 2.5 sec", "2.5 sec"),
        ("45+30+", "nothing"),
        ("2x", "x"),
        ("90 min x 2", "x"),
        ("~90 min", "~"),
        ("½ h", "⁄"),
        ("White 90 min + 30 sec, Black 60 min + 30 sec", "white"),
        ("白60分 黒30分", "白"),
        ("先手 30分", "先手"),
        ("5|3", "|"),
        ("15/10", "15 / 10"),
        ("90分+30秒/手（40手以降30分追加）", "40 手"),
        # Without a plus seconds may be those of byoyomi, after the main time.
        ("60分、30秒", "30 秒"),
        ("60分、30秒/手", "30 秒 /手"),
        ("60分、以後30秒/手", "30 秒 /手"),
        ("60分、以後1手60秒", "1手 60 秒"),
        ("60分、その後30秒", "30 秒"),
        ("60分＋秒読み30秒", "読み"),
        ("40手90分、30分、以後30秒/手", "30 秒 /手"),
        ("25分（10秒）", "10 秒"),
        ("60分（以後1手30秒）", "1手 30 秒"),
        ("60 min, then 30 sec", "30 sec"),
        ("60 min then 30 sec/move", "30 sec /move"),
        ("60 min followed by 30 seconds per move", "30 seconds per move"),
        ("90 min (30 sec)", "30 sec"),
        ("60 min (30 min)", "60 minutes"),
        ("1h30 inc", "1 h 30 inc"),
        ("1時間30秒", "1 時間 30 秒"),
        ("60分、30分追加", "30 分 追加"),
        ("60分程度", "程度"),
        ("45～60分", "~"),
        ("60分 + 30秒/10手", "30 秒 / 10 手"),
        ("60 min + 1 min/move", "1 min /move"),
        ("60 min or 90 min", "or"),
        ("60-90 min", "-"),
        ("R1-2 G/60, R3-5 G/90", "r"),
        ("90 min + 30 sec from move 61", "from"),
        ("1:30 + 0:30", ":"),
        ("25'10''", "25 ' 10 ''"),
        ("90 min) + 30 sec", ")"),
        ("90 min (+ 30 sec))", ")"),
        ("(90 min", "("),
        ("一時間三十分", "一時間三十分"),
        ("5400 sec + 30 sec", "5400 sec"),
        ("60 min then, 30 sec", "30 sec"),
        ('90分、1手30"', '1手 30 "'),
        ("1.5/90, 30 min", "1.5"),
    ],
)
def test_what_is_not_certain_is_refused_naming_the_part(text, part):
    with pytest.raises(TimeControlError) as refusal:
        parse(text)
    assert refusal.value.problems[0].found == part
    assert minutes_at_60(text) is None


@pytest.mark.parametrize(
    ("text", "minutes"), [("60/40,30", 40), ("59/40,30", 70), ("20/30,20/20,20/10,5", 60)]
)
def test_a_stage_that_begins_after_move_60_does_not_count(text, minutes):
    assert parse_notation(text).minutes_at(60) == minutes


def test_the_notation_of_cases_has_moves_before_minutes():
    assert parse_notation("40/90,30+30").stages == (
        Stage(Fraction(90), 40, 30),
        Stage(Fraction(30), None, 30),
    )


def test_increments_of_their_own_stay_with_their_stage():
    control = parse_notation("40/90+15,30+30")
    assert [stage.increment for stage in control.stages] == [15, 30]
    assert control.minutes_at(60) == 90 + 30 + 10 + 10


def test_moves_of_a_stage_that_goes_on_after_the_mark_are_counted_to_the_mark():
    # 60 + 40 × 30 s, 30 + 20 × 30 s.
    assert parse_notation("40/60+30,40/30+30,15+30").minutes_at(60) == 120


def test_an_increment_of_the_last_stage_holds_for_all_three():
    assert parse_notation("20/30,20/20,5+30").minutes_at(60) == 30 + 20 + 5 + 30


def test_a_notation_may_be_as_long_as_a_text():
    assert parse_notation("60/40,30".ljust(200)).minutes_at(60) == 40


@pytest.mark.parametrize("text", ["{}", "40/{},30", "{}/90,30", "90+{}"])
def test_numbers_end_at_ten_thousand(text):
    assert parse_notation(text.format(10_000)).stages
    with pytest.raises(TimeControlError) as refusal:
        parse_notation(text.format(10_001))
    assert refusal.value.problems[0].found == "a greater number"


@pytest.mark.parametrize("text", ["0/90,30+30", "40/90,0/30,15"])
def test_a_stage_of_no_moves_is_refused_in_the_notation_too(text):
    with pytest.raises(TimeControlError) as refusal:
        parse_notation(text)
    assert (refusal.value.problems[0].expected, refusal.value.problems[0].found) == ("a number of moves", "0")


def test_the_notation_also_takes_a_printed_text():
    assert parse_notation("90 min + 30 sec").minutes_at(60) == 120


@pytest.mark.parametrize(
    "text", ["40/90", "90,30", "0", "40/90+30,30", "", "20/30+10,20/20,10+30", "20/30,20/20+10,10+30"]
)
def test_a_notation_that_is_not_certain_is_refused(text):
    with pytest.raises(TimeControlError):
        parse_notation(text)


@pytest.mark.parametrize("text", ["7.5 min", "1:30:30"])
def test_minutes_that_are_not_whole_are_refused(text):
    with pytest.raises(TimeControlError):
        parse(text).minutes_at(60)


@pytest.mark.parametrize("text", ["45+30", "40/90,30+30", "40/90+15,30+30", "20/30,20/20,5"])
def test_a_time_control_is_written_as_the_notation_has_it(text):
    assert str(parse_notation(text)) == text


@pytest.mark.parametrize("read", [parse, parse_notation])
@pytest.mark.parametrize(
    "text", ["9" * 5000, "40/" + "9" * 5000 + ",30", "90 min " * 100, "90" + " " * 196 + "min"]
)
def test_what_no_time_control_could_be_is_refused_by_its_length(read, text):
    with pytest.raises(TimeControlError, match="200 at most"):
        read(text)


def test_a_delay_counts_like_an_increment():
    assert parse("G/60;d5") == parse("60+5")


def test_2x_can_be_asked_of_the_officer_instead():
    with pytest.raises(TimeControlError) as refusal:
        parse("2x 60 min", Interpretations(r21="asked"))
    assert refusal.value.problems[0].found == "2x"


def test_minutes_can_be_asked_for_another_move():
    assert TimeControl((Stage(Fraction(90), 40), Stage(Fraction(30)))).minutes_at(40) == 90
    assert TimeControl((Stage(Fraction(90), 40), Stage(Fraction(30)))).minutes_at(41) == 120


def test_the_time_controls_of_the_real_pages_are_read():
    found = {}
    for page in shared("samples/chess-results").glob("*.html"):
        text = page.read_text(encoding="utf-8", errors="replace")
        for printed in re.findall(r">Time control[^<]*</td><td[^>]*>([^<]+)<", text):
            found[html.unescape(printed)] = minutes_at_60(html.unescape(printed))
    assert sorted(found.values()) == [5, 120, 120, 150, 150]
