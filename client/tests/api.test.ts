import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, request } from "../src/lib/net/api";

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
  const read = request("GET", "/me");
  await vi.advanceTimersByTimeAsync(2900);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await read).toEqual({ fine: true });
});

test.each([
  ["POST", "1", 1],
  ["GET", "3600", 1],
  ["GET", "1", 3],
])("%s with Retry-After %s is sent %i times and then refused", async (method, seconds, times) => {
  fetched.mockImplementation(() => Promise.resolve(answer(429, { "retry-after": seconds })));
  const refused = expect(request(method, "/tables")).rejects.toThrow(ApiError);
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(fetched).toHaveBeenCalledTimes(times);
});
