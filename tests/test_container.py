"""The container files, the workflow and the package match each other and the command that they start."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from hanabi.cli.serve import command as serve

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def interpolated(text: str) -> str:
    """As compose does if no variable is set."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text)


def options(arguments: list[str]) -> dict[str, Any]:
    assert arguments[0] == "serve"
    return serve.make_context("serve", arguments[1:]).params


def options_of(service: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    for name, value in COMPOSE["services"][service].get("environment", {}).items():
        monkeypatch.setenv(name, interpolated(value))
    return options([interpolated(word) for word in COMPOSE["services"][service]["command"]])


def test_the_image_serves_on_its_port_and_stores_its_tables_in_the_volume() -> None:
    arguments = json.loads(re.findall(r"^CMD (\[.+\])$", DOCKERFILE, flags=re.MULTILINE)[0])
    params = options(arguments)
    assert params["host"] == "0.0.0.0"
    assert f"EXPOSE {params['port']}\n" in DOCKERFILE
    assert f"127.0.0.1:{params['port']}/healthz" in DOCKERFILE
    assert Path(params["database"]).parent == Path(re.findall(r"^VOLUME (.+)$", DOCKERFILE, flags=re.MULTILINE)[0])


def test_nothing_is_installed_without_a_hash() -> None:
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    commands = re.findall(r"\bpip (?:install|wheel) [^&]+?(?=\n|&&)", re.sub(r"\\\n\s*", "", DOCKERFILE) + release)
    assert len(commands) > 6
    for command in commands:
        own = "--no-deps --no-build-isolation ." in command or "--no-index" in command or "dist/*.whl" in command
        assert own or "--require-hashes" in command, command


@pytest.mark.parametrize(("service", "database"), [("hanabi", "/data/tables.db"), ("hanabi-postgres", "postgresql://")])
def test_each_server_of_the_compose_file_uses_its_database(
    service: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    params = options_of(service, monkeypatch)
    assert params["host"] == "0.0.0.0"
    assert params["database"].startswith(database)
    visited = COMPOSE["services"][service if service == "hanabi" else "haproxy"]
    port = interpolated(visited["ports"][0])
    assert port == f"127.0.0.1:8000:{params['port']}"


def test_the_proxy_knows_every_replica() -> None:
    services = COMPOSE["services"]
    settings = {name: interpolated(value) for name, value in services["haproxy"]["environment"].items()}
    assert settings["HANABI_REPLICAS"] == interpolated(services["hanabi-postgres"]["deploy"]["replicas"])
    assert settings["HANABI_BIND"] == ":8000"
    assert "ports" not in services["hanabi-postgres"], "visitors must come through the proxy, whose headers are trusted"
    source, _, _ = services["haproxy"]["volumes"][0].split(":")
    assert 'server-template replica "${HANABI_REPLICAS}" hanabi-postgres:8000' in (ROOT / source).read_text()


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


def test_volumes_and_dependencies_of_services_are_declared() -> None:
    services = COMPOSE["services"]
    volumes = {volume.partition(":")[0] for service in services.values() for volume in service["volumes"]}
    assert {volume for volume in volumes if not volume.startswith("./")} == COMPOSE["volumes"].keys()
    assert {name for service in services.values() for name in service.get("depends_on", {})} <= services.keys()


def test_the_image_gets_all_files_that_the_wheel_needs() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    files = {line.removeprefix("!") for line in lines if line.startswith("!")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    licenses = {name.partition("/")[0] for name in project["license-files"]}
    assert files == {"src", "client", "hatch_build.py", "pyproject.toml", "requirements", "README.md"} | licenses
    assert {name for name in files if not (ROOT / name).exists()} == set()


def test_every_python_version_of_the_package_is_tested() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == versions
    assert f">={versions[0]}" == project["requires-python"]
    assert re.findall(r"^ARG PYTHON=(.+)$", DOCKERFILE, flags=re.MULTILINE) == [versions[-1]]
