"""What a report quotes of a program's output: the program's own lines."""

from porter.equivalence.quoted import last_lines

ONEDNN = "oneDNN custom operations are on. You may see slightly different numerical results"
PRINTED = f"""\
step 1
WARNING: All log messages before absl::InitializeLog() is called are written to STDERR
I0000 00:00:1795572875.132285    8231 port.cc:153] {ONEDNN}
2026-11-25 02:00:00.123456: I tensorflow/core/util/port.cc:153] {ONEDNN}
2026-11-25 02:00:00.123456: E tensorflow/core/framework/op.cc:1] an error stays
I0000 is no time
ValueError: bad shape
"""


def test_tensorflows_information_about_itself_is_left_out():
    assert last_lines(PRINTED.encode(), 9) == [
        "step 1",
        "2026-11-25 02:00:00.123456: E tensorflow/core/framework/op.cc:1] an error stays",
        "I0000 is no time",
        "ValueError: bad shape",
    ]


def test_the_last_ones():
    assert last_lines(b"1\n2\n\xff\n", 2) == ["2", "\N{REPLACEMENT CHARACTER}"]
