"""Notes on what the clubs' conventions say about cards, in running and finished games."""

from hanabi.bots.team.explanations import level_at
from hanabi.rules.view_documents import Viewer
from hanabi.server.api.resource import Refused, Request, Resource, Response, route
from hanabi.server.api.shared_bodies import LanguageParameter, SeatOrAll
from hanabi.server.archive.documents import advice_document, notes_document
from hanabi.server.archive.explanations import Advice, ConventionNotes
from hanabi.server.game_access import finished_table, visible_study
from hanabi.server.tables import ActionCount
from hanabi.server.wire.state_message import viewer_for


class NotesParameters(LanguageParameter, frozen=True):
    first: ActionCount = 0
    seat: SeatOrAll = "all"


class ConventionsResource(Resource):
    @route(
        "GET",
        "/api/tables/{table}/conventions",
        summary="What the conventions say about the cards",
        gives=ConventionNotes,
        parameters=NotesParameters,
        refuses=(403,),
    )
    async def show_notes(self, request: Request) -> Response:
        """Notes on the cards from position `first` on, and what each clue means, with the knowledge of your seat.
        Refused if the table limits its aids. When the game is over: with the knowledge of `seat`, or for `all` hands.
        """
        live, actor = await self.live_table(request.path_params["table"]), await self.context.actor(request)
        asked = self.parameters(request, NotesParameters)
        if live.table.phase == "over":
            table = await finished_table(self.context, request, live.table.id)
            viewer = _viewer(asked.seat, len(table.occupants))
        else:
            table = live.table
            seat = table.seat_of(actor.key, actor.account)
            if seat is None:
                raise Refused("not_seated")
            if table.game is None:
                raise Refused("wrong_phase")
            if table.options.aids != "expert":
                raise Refused("aids_limited")
            viewer = viewer_for(table, seat)
        level = level_at([occupant.bot for occupant in table.occupants])
        work = (notes_document, table.record_so_far().dumps(), viewer, level, asked.lang, asked.first)
        return await self.context.workers.response(request, *work)

    @route(
        "GET",
        "/api/tables/{table}/advice",
        summary="A tip for a newcomer",
        gives=Advice,
        parameters=LanguageParameter,
        refuses=(403,),
    )
    async def show_advice(self, request: Request) -> Response:
        """What the beginner's level of `team` would do in your place, and why. Only where all others are bots, so that
        nobody gets advice among people; not for a daily deal, in an event, or if the table shows no conclusions.
        """
        table, actor = (await self.live_table(request.path_params["table"])).table, await self.context.actor(request)
        seat = table.seat_of(actor.key, actor.account)
        if seat is None:
            raise Refused("not_seated")
        if table.phase != "playing":
            raise Refused("wrong_phase")
        if (
            table.daily
            or table.contest
            or table.options.aids not in ("deduce", "expert")
            or any(other.bot is None for place, other in enumerate(table.occupants) if place != seat)
        ):
            raise Refused("aids_limited")
        lang = self.parameters(request, LanguageParameter).lang
        return await self.context.workers.response(request, advice_document, table.record_so_far().dumps(), seat, lang)

    @route(
        "GET",
        "/api/studies/{study}/conventions",
        summary="What the conventions say about the cards of a study",
        gives=ConventionNotes,
        parameters=NotesParameters,
        refuses=(403,),
    )
    async def show_study_notes(self, request: Request) -> Response:
        """Its main line, with the knowledge of `seat`, or for `all` hands."""
        asked = self.parameters(request, NotesParameters)
        study = await visible_study(self.context, request, request.path_params["study"])
        bots = study.record.extra.get("bots")
        level = level_at(bots if isinstance(bots, list) else [])
        viewer = _viewer(asked.seat, len(study.record.players))
        work = (notes_document, study.record.dumps(), viewer, level, asked.lang, asked.first)
        return await self.context.workers.response(request, *work)


def _viewer(seat: str, players: int) -> Viewer:
    if seat == "all":
        return "open"
    if seat not in map(str, range(players)):
        raise Refused("no_such_seat", seats=list(range(players)))
    return int(seat)
