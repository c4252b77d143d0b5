import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, gameRequest, myTables, request } from "../src/lib/net/api";

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(status === 200 ? { fine: true } : { code: "too_many", values: {} }), { status, headers });
const fetched = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetched);
  fetched.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what only reads is tried again when the server says so", async () => {
  fetched.mockResolvedValueOnce(answer(429, { "retry-after": "3" })).mockResolvedValueOnce(answer(200));
  const read = request("GET /api/me");
  await vi.advanceTimersByTimeAsync(2900);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await read).toEqual({ fine: true });
});

test.each([
  ["POST /api/account/logout", "1", 1],
  ["GET /api/tables", "3600", 1],
  ["GET /api/tables", "1", 3],
] as const)("%s with Retry-After %s is sent %i times and then refused", async (route, seconds, times) => {
  fetched.mockImplementation(() => Promise.resolve(answer(429, { "retry-after": seconds })));
  const refused = expect(request(route)).rejects.toThrow(ApiError);
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(fetched).toHaveBeenCalledTimes(times);
});

test("parameters go into the path and the query, the body is JSON", async () => {
  fetched.mockImplementation(() => Promise.resolve(answer(200)));
  await request("GET /api/studies/{study}/replay", { study: "a/b", seat: "all", line: undefined });
  expect(fetched).toHaveBeenLastCalledWith("/api/studies/a%2Fb/replay?seat=all", { method: "GET", headers: {} });
  await gameRequest("GET /api/studies/{study}/review", { table: "abc" }, { lang: "en", after: 0 });
  expect(fetched).toHaveBeenLastCalledWith("/api/tables/abc/review?lang=en&after=0", { method: "GET", headers: {} });
  await request("POST /api/tables/{table}/claim", { table: "abc", body: { token: "secret" } });
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ token: "secret" });
  expect(fetched).toHaveBeenLastCalledWith("/api/tables/abc/claim", { method: "POST", headers, body });
});

test("a wrong route, parameter or body does not compile", () => {
  const wrong = [
    // @ts-expect-error There is no such route.
    () => request("GET /api/tabels"),
    // @ts-expect-error The path needs a table.
    () => request("GET /api/tables/{table}"),
    // @ts-expect-error This route has no such parameter.
    () => request("GET /api/tables/{table}", { table: "abc", seat: "all" }),
    // @ts-expect-error The body has no such field.
    () => request("POST /api/open", { body: { test: "a game" } }),
    // @ts-expect-error The answer has no such field.
    async () => void (await request("GET /api/me")).name,
  ];
  expect(fetched).not.toHaveBeenCalled();
  expect(wrong).toHaveLength(5);
});

test("a table where nothing has begun and nobody else sits is not one to continue", async () => {
  const kinds = (...others: string[]) => ["human", ...others].map((kind) => ({ kind, name: kind }));
  const held = (id: string, phase: string, ...others: string[]) => ({
    seat: 0,
    table: { id, phase, seats: kinds(...others) },
  });
  const seats = [
    held("alone", "setup", "empty"),
    held("with a bot", "setup", "bot"),
    held("with a friend", "setup", "empty", "human"),
    held("begun", "playing", "bot"),
    held("over", "over", "human"),
  ];
  fetched.mockResolvedValueOnce(new Response(JSON.stringify({ seats })));
  expect((await myTables()).map(({ table }) => table.id)).toEqual(["with a friend", "begun"]);
});
