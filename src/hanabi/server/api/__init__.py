"""The HTTP API. Each module is one resource: its bodies, its routes and their handlers."""

from importlib import import_module
from pkgutil import iter_modules

from hanabi.server.api.resource import Resource
from hanabi.server.http.routes import Endpoint, endpoints_of

for module in iter_modules(__path__):
    import_module(f"{__name__}.{module.name}")
RESOURCES: tuple[type[Resource], ...] = tuple(Resource.__subclasses__())


def endpoints() -> list[Endpoint]:
    """The whole HTTP API."""
    return [endpoint for resource in RESOURCES for endpoint in endpoints_of(resource)]
