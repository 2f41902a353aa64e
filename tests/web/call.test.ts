import { sessionRoute } from "#domain/auth/api.ts";
import { updateBioRoute } from "#domain/settings/api.ts";
import { call, ResponseError, transport } from "#web/lib/api.ts";

const { fetch: realFetch } = transport;
let response: () => Response;
const sent = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(response()));

beforeEach(() => {
  transport.fetch = sent;
  sent.mockClear();
  response = () => Response.json({});
  vi.stubGlobal("document", { querySelector: () => ({ content: "the token" }) });
});
afterEach(() => {
  transport.fetch = realFetch;
  vi.unstubAllGlobals();
});

describe("a call", () => {
  test("carries the CSRF token and X-Requested-With, whatever its method", async () => {
    await call(sessionRoute, {});
    await call(updateBioRoute, { input: { bio: "Hi" } });
    for (const [, { headers }] of sent.mock.calls)
      expect(headers).toMatchObject({ "X-CSRF-TOKEN": "the token", "X-Requested-With": "XMLHttpRequest" });
    expect(sent.mock.calls.map(([, { method }]) => method)).toEqual(["GET", "POST"]);
  });

  test.each([
    [{ message: "Server Error", exception: "ErrorException" }, true],
    [{ message: "Someone was faster." }, false],
  ])("knows of %j whether it is an exception", async (body, hasException) => {
    response = () => Response.json(body, { status: 500 });
    const error: unknown = await call(sessionRoute, {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ hasException, message: body.message });
  });
});
