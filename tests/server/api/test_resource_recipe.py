"""Follows the recipe "Add an HTTP resource" in CONTRIBUTING.md with a made-up one: one file, and `make protocol`."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]

RESOURCE = '''
"""Greetings."""

from typing import Annotated

from msgspec import Meta, Struct

from hanabi.server.api.resource import Request, Resource, Response, json_response, route
from hanabi.server.api.shared_bodies import LanguageParameter


class GreetingParameters(LanguageParameter, frozen=True):
    times: Annotated[int, Meta(ge=1, le=3)] = 1


class Greeting(Struct, frozen=True):
    text: str


class GreetingsResource(Resource):
    @route("GET", "/api/greetings/{name}", summary="A greeting", gives=Greeting, parameters=GreetingParameters)
    async def greet(self, request: Request) -> Response:
        asked = self.parameters(request, GreetingParameters)
        return json_response(Greeting(" ".join([request.path_params["name"]] * asked.times) + " " + asked.lang))
'''

USE = """
import asyncio, json, sys
from pathlib import Path
from hanabi.server.api import endpoints
from hanabi.server.http.openapi import openapi_document
from protocol_reference import route_table
from support.http_visitor import Visitor, http_context
from typescript_types import api_types

async def served():
    async with http_context(Path(sys.argv[1])) as context:
        visitor = Visitor(context)
        greeting = await visitor.get("/api/greetings/Ana?times=2&lang=pl")
        return greeting, await visitor.refused("GET", "/api/greetings/Ana?times=4")

document = openapi_document(endpoints())
greeting, refusal = asyncio.run(served())
answers = {"greeting": greeting, "refusal": refusal, "openapi": json.loads(document)}
print(json.dumps(answers | {"types": api_types(document), "reference": route_table()}))
"""


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a copy of the server with the new resource says and does."""
    folder = tmp_path_factory.mktemp("resource")
    ignored = shutil.ignore_patterns("static", "__pycache__")
    shutil.copytree(ROOT / "src" / "hanabi", folder / "hanabi", ignore=ignored)
    (folder / "hanabi" / "server" / "api" / "greetings.py").write_text(RESOURCE, encoding="utf-8")
    path = os.pathsep.join(map(str, (folder, ROOT / "tests", ROOT / "tools")))
    ran = subprocess.run(
        [sys.executable, "-c", USE, str(folder)],
        env=os.environ | {"PYTHONPATH": path},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout.splitlines()[-1])


def test_the_server_answers_and_checks_the_parameters(outcome: Any) -> None:
    assert outcome["greeting"] == {"text": "Ana Ana pl"}
    assert outcome["refusal"] == "malformed"


def test_the_openapi_document_describes_it(outcome: Any) -> None:
    operation = outcome["openapi"]["paths"]["/api/greetings/{name}"]["get"]
    assert [parameter["name"] for parameter in operation["parameters"]] == ["name", "lang", "times"]
    assert operation["parameters"][2]["schema"] == {"type": "integer", "minimum": 1, "maximum": 3, "default": 1}
    assert set(operation["responses"]) == {"200", "400", "404", "409", "503"}


def test_the_client_gets_its_types_and_the_document_its_row(outcome: Any) -> None:
    route = '  "GET /api/greetings/{name}": {\n    takes: { name: string; lang?: string; times?: number };\n'
    assert f"{route}    gives: Greeting;\n" in outcome["types"]
    assert "export interface Greeting {\n  text: string;\n}" in outcome["types"]
    assert '| `GET /api/greetings/{name}?lang=&times=` | A greeting. | → `{"text"}` |' in outcome["reference"]
