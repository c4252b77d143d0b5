"""The HTTP API, one module a resource: its bodies, its routes and their handlers."""

from hanabi.web.resource import Resource
from hanabi.web.resources.accounts import AccountsResource
from hanabi.web.resources.calendars import CalendarsResource
from hanabi.web.resources.conventions import ConventionsResource
from hanabi.web.resources.course import CourseResource
from hanabi.web.resources.deals import DealsResource
from hanabi.web.resources.invitations import InvitationsResource
from hanabi.web.resources.lobby import LobbyResource
from hanabi.web.resources.mail import MailResource
from hanabi.web.resources.me import MeResource
from hanabi.web.resources.notifications import NotificationsResource
from hanabi.web.resources.operations import OperationsResource
from hanabi.web.resources.previews import PreviewsResource
from hanabi.web.resources.puzzles import PuzzlesResource
from hanabi.web.resources.records import RecordsResource
from hanabi.web.resources.reports import ReportsResource
from hanabi.web.resources.reviews import ReviewsResource
from hanabi.web.resources.rules import RulesResource
from hanabi.web.resources.seats import SeatsResource
from hanabi.web.resources.studies import StudiesResource
from hanabi.web.resources.tables import TablesResource
from hanabi.web.routes import Endpoint, endpoints_of

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
