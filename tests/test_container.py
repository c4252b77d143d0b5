"""The container files, the workflow and the package agree with each other and with the command they start."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from hanabi.cli.serve import command as serve

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def interpolated(text: str) -> str:
    """As compose does it where no variable is set."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text)


def options(arguments: list[str]) -> dict[str, Any]:
    assert arguments[0] == "serve"
    return serve.make_context("serve", arguments[1:]).params


def options_of(service: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    for name, value in COMPOSE["services"][service].get("environment", {}).items():
        monkeypatch.setenv(name, interpolated(value))
    return options([interpolated(word) for word in COMPOSE["services"][service]["command"]])


def test_the_image_serves_on_its_port_and_keeps_its_tables_in_the_volume() -> None:
    arguments = json.loads(re.findall(r"^CMD (\[.+\])$", DOCKERFILE, flags=re.MULTILINE)[0])
    chosen = options(arguments)
    assert chosen["host"] == "0.0.0.0"
    assert f"EXPOSE {chosen['port']}\n" in DOCKERFILE
    assert f"127.0.0.1:{chosen['port']}/healthz" in DOCKERFILE
    assert Path(chosen["database"]).parent == Path(re.findall(r"^VOLUME (.+)$", DOCKERFILE, flags=re.MULTILINE)[0])


@pytest.mark.parametrize(("service", "database"), [("hanabi", "/data/tables.db"), ("hanabi-postgres", "postgresql://")])
def test_each_server_of_the_compose_file_starts_on_its_database(
    service: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = options_of(service, monkeypatch)
    assert chosen["host"] == "0.0.0.0"
    assert chosen["database"].startswith(database)
    port = interpolated(COMPOSE["services"][service]["ports"][0])
    assert port == f"127.0.0.1:8000:{chosen['port']}"


def test_several_workers_serve_on_postgresql_only(monkeypatch: pytest.MonkeyPatch) -> None:
    assert options_of("hanabi", monkeypatch)["workers"] is None
    assert options_of("hanabi-postgres", monkeypatch)["workers"] == 2


def test_no_password_is_among_the_arguments_of_a_process() -> None:
    assert not any(
        "PASSWORD" in word for service in COMPOSE["services"].values() for word in service.get("command", [])
    )


def test_sqlite_is_the_default_and_postgres_a_profile() -> None:
    services = COMPOSE["services"]
    assert [name for name, service in services.items() if "profiles" not in service] == ["hanabi"]
    assert services["hanabi-postgres"]["profiles"] == services["postgres"]["profiles"] == ["postgres"]
    account = {name: interpolated(value) for name, value in services["postgres"]["environment"].items()}
    login = f"{account['POSTGRES_USER']}:{account['POSTGRES_PASSWORD']}@postgres/{account['POSTGRES_DB']}"
    assert interpolated(services["hanabi-postgres"]["environment"]["HANABI_DATABASE"]) == f"postgresql://{login}"


def test_what_services_use_is_declared() -> None:
    services = COMPOSE["services"]
    volumes = {volume.partition(":")[0] for service in services.values() for volume in service["volumes"]}
    assert volumes == COMPOSE["volumes"].keys()
    assert {name for service in services.values() for name in service.get("depends_on", {})} <= services.keys()


def test_the_wheel_can_be_built_from_what_the_image_is_given() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    given = {line.removeprefix("!") for line in lines if line.startswith("!")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert given == {"src", "client", "hatch_build.py", "pyproject.toml", project["readme"], *project["license-files"]}
    assert {name for name in given if not (ROOT / name).exists()} == set()


def test_every_python_that_the_package_names_is_tested() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == named
    assert f">={named[0]}" == project["requires-python"]
    assert re.findall(r"^ARG PYTHON=(.+)$", DOCKERFILE, flags=re.MULTILINE) == [named[-1]]


def test_a_wrong_option_would_be_found() -> None:
    with pytest.raises(click.NoSuchOption):
        options(["serve", "--hosts", "0.0.0.0"])
