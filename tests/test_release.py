"""What a release is made of agrees with itself: versions, Pythons, systems, and files that others' machines read."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from importlib.machinery import SourceFileLoader
from importlib.metadata import PackageNotFoundError, version
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest
import yaml

import paiyou
from paiyou.version import UNKNOWN, installed_version, same_release
from patience import PATIENCE

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
YAML = sorted([*(ROOT / ".github").rglob("*.yml"), ROOT / "compose.yaml", ROOT / "CITATION.cff"])


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def load(name):
    return yaml.safe_load(read(name))


def pythons():
    """The Python versions that the package says it is for, such as 3.11."""
    classifier = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    return [found[1] for line in PROJECT["project"]["classifiers"] if (found := classifier.fullmatch(line))]


def test_the_next_version_is_the_same_everywhere():
    newest = re.search(r"^## (\S+) \((not yet released|\d{4}-\d\d-\d\d)\)$", read("CHANGELOG.md"), re.MULTILINE)
    assert newest is not None
    assert load("CITATION.cff")["version"] == newest[1]


def test_the_package_says_the_version_that_was_installed():
    assert paiyou.__version__ == version("paiyou")
    assert paiyou.__version__ != UNKNOWN or not (ROOT / ".git").exists()
    done = subprocess.run(
        [sys.executable, "-m", "paiyou", "--version"],
        capture_output=True, encoding="utf-8", check=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.stdout == f"paiyou {paiyou.__version__}\n"


def test_source_that_is_not_installed_does_not_know_its_version(monkeypatch):
    def not_found(_name):
        raise PackageNotFoundError

    monkeypatch.setattr("paiyou.version.version", not_found)
    assert installed_version() == UNKNOWN
    assert PROJECT["tool"]["setuptools_scm"]["fallback_version"] == UNKNOWN


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("0.1.0", "0.1.0", True),
        ("0.1.dev745+g747a925", "0.1.0", True),
        ("0.1.1.dev3+g747a925.d20261118", "0.1.1", True),
        ("1.0", "1.0.0", True),
        ("0.1.0", "0.1.1.dev1", False),
        ("1.2.3", "1.2.30", False),
        ("10.0", "1.0", False),
        (UNKNOWN, "3.0", True),
    ],
)
def test_commits_that_lead_to_a_release_are_of_it(one, other, same):
    assert same_release(one, other) == same_release(other, one) == same


GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    **{f"GIT_{who}_{what}": "a@b.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}
METADATA = "from scikit_build_core.build import prepare_metadata_for_build_wheel as p; print(p('metadata'))"


def git(folder, *words):
    command = ["git", *words]
    done = subprocess.run(command, cwd=folder, env=os.environ | GIT, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def built_version(folder, **told):
    """The version that the package has when it is built there; nothing is compiled to find out."""
    shutil.rmtree(folder / "metadata", ignore_errors=True)
    around = {name: value for name, value in os.environ.items() if not name.startswith("SETUPTOOLS_SCM")}
    subprocess.run(
        [sys.executable, "-c", METADATA],
        cwd=folder, env=around | told, capture_output=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    (metadata,) = (folder / "metadata").glob("*.dist-info/METADATA")
    return re.search(r"^Version: (.+)$", metadata.read_text(encoding="utf-8"), re.MULTILINE)[1]


@pytest.fixture
def source(tmp_path):
    """What says what the package is, in a folder without a history."""
    for name in ("pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", ".git_archival.txt", ".gitattributes"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "src" / "paiyou").mkdir(parents=True)
    (tmp_path / "src" / "paiyou" / "__init__.py").touch()
    return tmp_path


def archived(source, folders):
    """The newest commit as an archive, unpacked in a folder of its own."""
    folder = folders.mktemp("archive")
    git(source, "archive", f"--output={folder / 'archive.tar'}", "HEAD")
    with tarfile.open(folder / "archive.tar") as packed:
        packed.extractall(folder, filter="data")
    return folder


def test_the_version_is_the_tag(source, tmp_path_factory):
    git(source, "init", "--quiet", "--initial-branch=main")
    (source / ".gitignore").write_text("/metadata/\n")
    git(source, "add", ".")
    git(source, "commit", "--quiet", "--message=first")
    commit = git(source, "rev-parse", "HEAD")
    assert re.fullmatch(rf"0\.1\.dev1\+g{commit[:7]}\w*", built_version(source)), "a clone without tags"
    assert built_version(archived(source, tmp_path_factory)) == UNKNOWN
    git(source, "tag", "--annotate", "--message=1.2.3", "v1.2.3")
    assert built_version(source) == "1.2.3"
    assert built_version(archived(source, tmp_path_factory)) == "1.2.3", "an archive of the tag, as GitHub makes it"
    git(source, "commit", "--quiet", "--allow-empty", "--message=second")
    assert re.fullmatch(r"1\.2\.4\.dev1\+g\w+", built_version(source))


def test_a_folder_without_a_history_is_told_its_version_or_has_none(source):
    assert built_version(source) == UNKNOWN
    assert built_version(source, SETUPTOOLS_SCM_PRETEND_VERSION_FOR_PAIYOU="1.2.3") == "1.2.3"
    (source / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: paiyou\nVersion: 1.2.3\n")
    assert built_version(source) == "1.2.3", "a source distribution"


def test_a_release_is_held_to_its_tag(tmp_path, monkeypatch):
    loader = SourceFileLoader("release", str(ROOT / ".ci" / "release"))
    release = module_from_spec(spec_from_loader("release", loader))
    loader.exec_module(release)
    assert release.faults("1.2.3", []) == ["the tag is 1.2.3; a release is tagged like v1.2.3"]
    monkeypatch.setattr(release, "ROOT", tmp_path)
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## 1.2.3 (2027-01-31)\n\n## 1.2.2 (2026-12-31)\n")
    (tmp_path / "CITATION.cff").write_text("title: Paiyou\nversion: 1.2.3\nlicense: Apache-2.0\n")
    files = ["dist/paiyou-1.2.3.tar.gz", "dist/paiyou-1.2.3-cp313-cp313-win_amd64.whl"]
    assert release.faults("v1.2.3", files) == []
    late = ["dist/paiyou-1.2.4.dev1+gabc-cp313-cp313-win_amd64.whl", "dist/paiyou-1.2.30.tar.gz"]
    assert release.faults("v1.2.3", late) == [f"{one} is not of version 1.2.3" for one in late]
    assert len(release.faults("v1.2.2", [])) == 2
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## 1.2.3 (not yet released)\n")
    assert len(release.faults("v1.2.3", [])) == 1


def test_a_wheel_is_built_for_every_python_that_is_named():
    assert PROJECT["tool"]["cibuildwheel"]["build"] == [f"cp{one.replace('.', '')}-*" for one in pythons()]
    assert PROJECT["project"]["requires-python"] == f">={pythons()[0]}"
    assert f"find_package(Python {pythons()[0]} " in read("CMakeLists.txt")


def test_the_image_has_a_python_that_wheels_are_built_for():
    images = re.findall(r"^FROM python:(3\.\d+)-", read("Dockerfile"), re.MULTILINE)
    assert len(images) == 2
    assert len(set(images)) == 1
    assert images[0] in pythons()


@pytest.mark.parametrize("path", YAML, ids=lambda path: path.name)
def test_yaml_is_well_formed(path):
    assert isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), dict)


def test_continuous_integration_is_one_script():
    steps = load(".github/workflows/ci.yml")["jobs"]["check"]["steps"]
    assert steps[-1]["run"] == ".ci/run"
    for path in (".ci/run", ".ci/smoke", ".ci/release"):
        assert (ROOT / path).stat().st_mode & 0o111, f"{path} cannot be run"


def test_wheels_are_built_on_every_system_and_published_from_there_alone():
    jobs = load(".github/workflows/wheels.yml")["jobs"]
    systems = jobs["wheels"]["strategy"]["matrix"]["system"]
    assert {one.partition("-")[0] for one in systems} == {"ubuntu", "macos", "windows"}
    assert any(one.endswith("-arm") for one in systems)
    assert set(jobs["release"]["needs"]) == {"wheels", "sdist"}
    assert jobs["release"]["if"] == "startsWith(github.ref, 'refs/tags/')"
    assert all(jobs[one]["needs"] == "version" for one in ("wheels", "sdist"))
    for one in ("wheels", "sdist"):  # a clone with its tags, which are its versions
        assert jobs[one]["steps"][0]["with"] == {"fetch-depth": 0}


def test_issue_forms_ask_for_what_we_need():
    for name in ("bug", "rules", "idea"):
        form = load(f".github/ISSUE_TEMPLATE/{name}.yml")
        assert {"name", "description", "body"} <= set(form)
        asked = [field["id"] for field in form["body"]]
        assert len(asked) == len(set(asked))
        assert any(field.get("validations", {}).get("required") for field in form["body"])


def test_the_image_takes_all_that_builds_the_package_and_no_more():
    let_in = {line[1:] for line in read(".dockerignore").splitlines() if line.startswith("!")}
    copied = set(" ".join(re.findall(r"^COPY (?!--from)(.+) \S+$", read("Dockerfile"), re.MULTILINE)).split())
    assert copied == let_in
    needed = {"pyproject.toml", "CMakeLists.txt", "core", "src"}
    needed |= {PROJECT["project"]["readme"], *PROJECT["project"]["license-files"]}
    assert copied == needed


def test_the_server_takes_the_commands_of_the_image_and_of_compose():
    own = json.loads(re.search(r"^CMD (\[.+\])$", read("Dockerfile"), re.MULTILINE)[1])
    composed = load("compose.yaml")["services"]["table"]["command"]
    done = subprocess.run(
        [sys.executable, "-m", "paiyou", "serve", "--help"],
        capture_output=True, encoding="utf-8", check=True, timeout=PATIENCE,
    )  # fmt: skip
    options = {word.partition("=")[0] for command in (own, composed) for word in command if word.startswith("--")}
    assert own[0] == composed[0] == "serve"
    assert options == {"--host", "--port", "--database", "--key-file"}
    assert all(option in done.stdout for option in options)


def test_what_wheels_are_tested_with_works_here():
    done = subprocess.run(
        [sys.executable, str(ROOT / ".ci" / "smoke")],
        capture_output=True, encoding="utf-8", check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(": works\n")
