"""Public tables, and the summary of one table."""

from hanabi.server.api.resource import Request, Resource, Response, json_response, route
from hanabi.server.api.shared_bodies import TableList
from hanabi.server.live.lobby import TableSummary, open_tables, table_summary, watchable_tables


class LobbyResource(Resource):
    @route("GET", "/api/tables", summary="Public tables, open and running", gives=TableList)
    async def list_tables(self, request: Request) -> Response:
        """Tables with somebody present come first; tables that nobody has visited for hours are left out."""
        now, per_address = self.context.registry.store.now(), self.context.settings.limits.listed
        return json_response(TableList(await self.query(lambda connection: open_tables(connection, now, per_address))))

    @route("GET", "/api/tables/{table}", summary="One table", gives=TableSummary, refuses=(404,))
    async def show_table(self, request: Request) -> Response:
        """As the lobby shows it."""
        return json_response(
            await self.query(lambda connection: table_summary(connection, request.path_params["table"]))
        )

    @route("GET", "/api/watch", summary="Running public games to watch", gives=TableList)
    async def list_games(self, request: Request) -> Response:
        """Only games with somebody present, the most watched first."""
        now, per_address = self.context.registry.store.now(), self.context.settings.limits.listed
        return json_response(
            TableList(await self.query(lambda connection: watchable_tables(connection, now, per_address)))
        )
