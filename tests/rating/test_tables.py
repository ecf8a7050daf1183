"""Tables as they are printed are read whole, or refused with the line that is not one."""

import pytest

from rating.tables import Step, read_differences, read_percent_steps, read_percentages, read_steps

WHOLE = "0-3 .50 .50\n4-10 .51 .49\n\n> 10 1.0 .0"


def test_steps_are_read_to_the_hundredth():
    steps = (Step(0, 3, 50, 50), Step(4, 10, 51, 49), Step(11, None, 100, 0))
    assert read_steps(WHOLE) == steps
    assert read_percent_steps("0-3 50 50\n4-10 51 49\n>10 100 0") == steps


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "does not end"),
        ("0-3 .50 .50\n4-10 .51 .49", "does not end"),
        ("1-3 .50 .50\n>3 .51 .49", "a gap or an overlap before '1-3"),
        ("0-3 .50 .50\n5-10 .51 .49\n>10 .52 .48", "a gap or an overlap before '5-10"),
        ("0-3 .50 .50\n3-10 .51 .49\n>10 .52 .48", "a gap or an overlap before '3-10"),
        (f"{WHOLE}\n> 20 1.0 .0", "a gap or an overlap before '> 20"),
        ("0-3 .50 .51\n>3 .51 .49", "do not make one in '0-3"),
        ("0-3 .50\n>3 .51 .49", "not a line of Table 1: '0-3 .50'"),
        ("from 0 to 3 .50 .50", "not a line of Table 1"),
    ],
)
def test_steps_that_are_not_whole_are_refused(text, told):
    with pytest.raises(ValueError, match=told):
        read_steps(text)


def percentages(*but: int) -> str:
    return "\n".join(f"{n // 100}.{n % 100:02} {8 * n - 400}" for n in range(101) if n not in but)


def test_percentages_are_read_each_once():
    whole = read_percentages(percentages())
    assert (whole[0], whole[50], whole[100], len(whole)) == (-400, 0, 400, 101)
    assert list(whole) == list(range(101))
    differences = read_differences(
        "\n".join(f"{n} {8 * n - 400:+}" for n in range(99, 0, -1) if n != 50) + "\n50 0"
    )
    assert list(differences) == list(range(1, 100)) and differences[99] == 392


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (percentages(7), r"lacks \[7\] percent"),
        (percentages() + "\n.50 0", "has .50 twice"),
        (percentages() + "\nand so on", "not a line of Table 2: 'and so on'"),
        (percentages() + "\n1.01 9", r"lacks \[101\] percent"),
    ],
)
def test_percentages_that_are_not_whole_are_refused(text, told):
    with pytest.raises(ValueError, match=told):
        read_percentages(text)
