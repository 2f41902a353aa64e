import { createCommentRoute } from "#domain/comments/api.ts";
import { favoriteLevelRoute } from "#domain/levels/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call, transport } from "#web/lib/api.ts";
import { withCallKey } from "#web/lib/call-key.ts";
import { renderHook } from "./render-hook.ts";

type Reply = (init: RequestInit) => Promise<Response>;
const done: Reply = async () => Response.json({ comment: null, held: null }, { status: 201 });
const lost: Reply = () => Promise.reject(new TypeError("Failed to fetch"));
const cutOff: Reply = async () => new Response('{"comment":', { status: 201 });
const refused =
  (status: number, code: string): Reply =>
  async () =>
    Response.json({ message: "No.", code }, { status });

let replies: Reply[] = [];
let keys: (string | null)[] = [];

beforeEach(() => {
  vi.stubGlobal("document", { querySelector: () => ({ content: "token" }) });
  [replies, keys] = [[], []];
  const fetch = vi.spyOn(transport, "fetch").mockImplementation((_, init) => {
    keys.push(new Headers(init.headers).get("Idempotency-Key"));
    return (replies.shift() ?? done)(init);
  });
  return () => {
    fetch.mockRestore();
    vi.unstubAllGlobals();
  };
});
/** A comment form, as what its submit button runs. */
const commentForm = (level: number) =>
  renderHook(() =>
    useAction((body: string) => call(createCommentRoute, { input: { type: "level", id: level, body } }), {
      errors: "inline",
    }),
  ).run;

describe("a form that creates something", () => {
  test.each([
    ["no reply", lost],
    ["half a reply", cutOff],
    ["an error of the server", refused(500, "internal")],
    ["read-only mode", refused(503, "read_only")],
  ])("keeps the key of its call for Retry after %s", async (_, reply) => {
    const send = commentForm(1);
    replies = [reply, reply, done];
    expect([await send("Hi"), await send("Hi"), await send("Hi")]).toEqual([false, false, true]);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
  });

  test("sends a new key after a reply, for other content and elsewhere", async () => {
    const send = commentForm(2);
    replies = [done, refused(409, "conflict"), lost];
    for (const body of ["Hi", "Hi", "Hi", "Hi, all"]) await send(body);
    await commentForm(3)("Hi");
    expect(new Set(keys).size).toBe(keys.length);
    // The one without a reply is still known.
    await send("Hi");
    expect(keys.at(-1)).toBe(keys[2]);
  });

  test("sends different keys for two calls that are under way at the same time", async () => {
    replies = [lost, lost];
    await Promise.all([commentForm(4)("Hi"), commentForm(4)("Hi")]);
    expect(new Set(keys).size).toBe(2);
  });

  test("knows a file by its content", async () => {
    const file = (text: string) => ({ file: new File([text], "a.json") });
    const send = (input: object, isLost: boolean) =>
      withCallKey("/x", input, async (headers) => {
        keys.push(headers["Idempotency-Key"] ?? null);
        if (isLost) throw new Error("lost");
      }).catch(() => {});
    await send(file("one"), true);
    await send(file("two"), false);
    await send(file("one"), false);
    expect(keys[2]).toBe(keys[0]);
    expect(keys[1]).not.toBe(keys[0]);
  });
});

test("a call that creates nothing has no key", async () => {
  await call(favoriteLevelRoute, { params: { id: 1 } });
  expect(keys).toEqual([null]);
});
