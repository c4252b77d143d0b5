"""The HTTP API. Each module is one resource: its bodies, its routes and their handlers."""

from hanabi.server.api.accounts import AccountsResource
from hanabi.server.api.calendars import CalendarsResource
from hanabi.server.api.conventions import ConventionsResource
from hanabi.server.api.course import CourseResource
from hanabi.server.api.deals import DealsResource
from hanabi.server.api.invitations import InvitationsResource
from hanabi.server.api.lobby import LobbyResource
from hanabi.server.api.mail import MailResource
from hanabi.server.api.me import MeResource
from hanabi.server.api.operations import OperationsResource
from hanabi.server.api.previews import PreviewsResource
from hanabi.server.api.push import NotificationsResource
from hanabi.server.api.puzzles import PuzzlesResource
from hanabi.server.api.records import RecordsResource
from hanabi.server.api.reports import ReportsResource
from hanabi.server.api.resource import Resource
from hanabi.server.api.reviews import ReviewsResource
from hanabi.server.api.rules import RulesResource
from hanabi.server.api.seats import SeatsResource
from hanabi.server.api.studies import StudiesResource
from hanabi.server.api.tables import TablesResource
from hanabi.server.http.routes import Endpoint, endpoints_of

RESOURCES: tuple[type[Resource], ...] = (
    TablesResource,
    LobbyResource,
    SeatsResource,
    RecordsResource,
    DealsResource,
    StudiesResource,
    ReviewsResource,
    ConventionsResource,
    PuzzlesResource,
    PreviewsResource,
    RulesResource,
    CourseResource,
    MeResource,
    AccountsResource,
    InvitationsResource,
    NotificationsResource,
    MailResource,
    CalendarsResource,
    ReportsResource,
    OperationsResource,
)


def endpoints() -> list[Endpoint]:
    """The whole HTTP API."""
    return [endpoint for resource in RESOURCES for endpoint in endpoints_of(resource)]
