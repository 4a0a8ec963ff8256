"""docs/reproduction.md says what the reports beside it say, and nothing else stands in its tables."""

from pathlib import Path

from paiyou.reproduce.ledger import TABLE, read_report, take_over, with_tables
from paiyou.reproduce.registry import EXPERIMENTS
from paiyou.reproduce.report import Report

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "reproduction.md").read_text(encoding="utf-8")


def test_every_experiment_is_in_the_ledger_at_its_scale():
    assert {found["name"] for found in TABLE.finditer(PAGE)} == set(EXPERIMENTS)
    for name, experiment in EXPERIMENTS.items():
        report = read_report(DOCS / "reproduction" / f"{name}.json")
        assert report.scale == experiment.recorded
        assert report.size == experiment.size(experiment.recorded)
        assert report.title == experiment.title


def test_the_tables_are_those_of_the_reports():
    assert with_tables(PAGE, DOCS / "reproduction") == PAGE


def test_every_plot_is_there_and_shown():
    for name in EXPERIMENTS:
        if read_report(DOCS / "reproduction" / f"{name}.json").findings.plot is not None:
            assert f"(figures/{name}.svg)" in PAGE
            assert (DOCS / "figures" / f"{name}.svg").exists()


def test_a_new_report_is_taken_over(tmp_path):
    kept, docs = tmp_path / "kept", tmp_path / "docs"
    kept.mkdir()
    docs.mkdir()
    source = DOCS / "reproduction" / "rui-fig3.json"
    (kept / source.name).write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    page = "# Page\n\n<!-- report rui-fig3 -->\nold\n<!-- end -->\n\nWords stay.\n"
    (docs / "reproduction.md").write_text(page, encoding="utf-8")
    assert take_over(kept, docs) == ["rui-fig3"]
    text = (docs / "reproduction.md").read_text(encoding="utf-8")
    report = read_report(source)
    assert isinstance(report, Report)
    assert report.markdown() in text
    assert "old" not in text
    assert text.endswith("Words stay.\n")
    assert (docs / "figures" / "rui-fig3.svg").stat().st_size > 1_000
