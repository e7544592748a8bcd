"""`make capacity`, on a small scale: everything is measured, and the page gets its table."""

from __future__ import annotations

from pathlib import Path

from tests.bench import capacity


def test_what_is_measured_fills_the_table(tmp_path: Path) -> None:
    found = capacity.measure([4], 6, 0.1)
    assert all(row["ended"] < row["ended_before"] for row in found["bytes"].values())
    assert all(row["answer"] <= row["answer_before"] / 8 for row in found["bytes"].values())
    assert [(row["listeners"], row["moves"]) for row in found["load"]] == [(4, 6)]
    page = tmp_path / "operating.md"
    page.write_text(f"before\n{capacity.BEGIN}old\n{capacity.END}after\n")
    capacity.write(found, page)
    rows = page.read_text().removeprefix(f"before\n{capacity.BEGIN}").removesuffix(f"{capacity.END}after\n")
    assert [row.split(" | ")[0] for row in rows.splitlines()[2:]] == ["| 1,000", "| 10,000", "| 100,000"]


def test_the_page_has_a_table_of_this_kind() -> None:
    shown = capacity.PAGE.read_text().partition(capacity.BEGIN)[2].partition(capacity.END)[0]
    assert shown.splitlines()[0] == capacity.heads()
    assert len(shown.splitlines()) == 2 + len(capacity.PEOPLE)
