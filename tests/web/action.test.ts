import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { sessionRoute } from "#domain/auth/api.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { favoriteLevelRoute } from "#domain/levels/api.ts";
import { updateBioRoute } from "#domain/settings/api.ts";
import { type ActionOptions, messageOf, useAction } from "#web/lib/action.ts";
import { call, ResponseError, transport } from "#web/lib/api.ts";
import { withCallKey } from "#web/lib/call-key.ts";
import { alertStore, dismissAlert } from "#web/ui/alert-store.ts";
import { toastStore } from "#web/ui/toast-store.ts";

const LEVEL = "/api/levels/7";
const conflict = new ResponseError(409, "conflict", "Someone was faster.");
const invalid = new ResponseError(422, "invalid", "Too short.", { reason: ["Too short."] });
const exception = Object.assign(new ResponseError(500, "unknown", "Undefined index: id"), {
  hasException: true,
});
const offline = new ResponseError(0, "offline", "No connection.");

const toasts = () => toastStore.get().map(({ text, tone }) => [tone, text]);
function Probe({ run }: { run: () => void }) {
  run();
  return null;
}

/** Returns what a hook returns in a component. */
function renderHook<Result>(useIt: () => Result, client = new QueryClient()): Result {
  const results: Result[] = [];
  const probe = createElement(Probe, { run: () => void results.push(useIt()) });
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, probe));
  return results[0] as Result;
}

/** The action that a component gets from the hook, with a cache that has a level. */
function actionOf<V, T>(
  send: (variables: V) => Promise<T>,
  options: ActionOptions<V, T>,
  client = new QueryClient(),
) {
  client.setQueryData([LEVEL], { favorites: 1 });
  return {
    run: renderHook(() => useAction(send, options), client).run,
    isStale: () => client.getQueryState([LEVEL])?.isInvalidated,
    favorites: () => client.getQueryData<{ favorites: number }>([LEVEL])?.favorites,
  };
}

type Reply = (init: RequestInit) => Promise<Response>;
const done: Reply = async () => Response.json({ comment: null, held: null }, { status: 201 });
const lost: Reply = () => Promise.reject(new TypeError("Failed to fetch"));
const cutOff: Reply = async () => new Response('{"comment":', { status: 201 });
const refused =
  (status: number, code: string): Reply =>
  async () =>
    Response.json({ message: "No.", code }, { status });

let replies: Reply[] = [];
let calls: RequestInit[] = [];
let keys: (string | null)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  toastStore.set([]);
  dismissAlert();
  vi.stubGlobal("document", { querySelector: () => ({ content: "the token" }) });
  [replies, calls, keys] = [[], [], []];
  const fetch = vi.spyOn(transport, "fetch").mockImplementation((_, init) => {
    calls.push(init);
    keys.push(new Headers(init.headers).get("Idempotency-Key"));
    return (replies.shift() ?? done)(init);
  });
  return () => {
    fetch.mockRestore();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

test("a success shows its message, calls onDone and onEnd, and refetches what has changed", async () => {
  const onDone = vi.fn();
  const onEnd = vi.fn();
  const response = { message: "Saved." };
  const { run, isStale } = actionOf(async (_: number) => response, {
    errors: "toast",
    toast: messageOf,
    onDone,
    onEnd,
    changes: ["/api/levels/{id}"],
  });
  expect(await run(5)).toBe(true);
  expect(toasts()).toEqual([["good", "Saved."]]);
  expect(onDone).toHaveBeenCalledExactlyOnceWith(response, 5);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(5, null);
  expect(isStale()).toBe(true);
});

describe("an error", () => {
  const failing = (error: Error, errors: ActionOptions<void, never>["errors"]) =>
    actionOf<void, never>(() => Promise.reject(error), { errors, changes: ["/api/levels/{id}"] });

  test("shows as a toast", async () => {
    expect(await failing(conflict, "toast").run()).toBe(false);
    expect(toasts()).toEqual([["bad", "Someone was faster."]]);
  });

  test("shows in the 'Error' modal if the server responded, and as a toast if it didn't", async () => {
    await failing(conflict, "modal").run();
    expect(alertStore.get()).toBe("Someone was faster.");
    expect(toasts()).toEqual([]);
    await failing(offline, "modal").run();
    expect(toasts()).toEqual([["bad", "No connection."]]);
  });

  test("stays with the action if it shows inline, and goes to a function", async () => {
    await failing(conflict, "inline").run();
    expect([toasts(), alertStore.get()]).toEqual([[], null]);
    const show = vi.fn();
    await failing(conflict, show).run();
    expect(show).toHaveBeenCalledExactlyOnceWith(conflict, undefined);
  });

  test("refetches what has changed if someone was faster, but not for wrong input or without a connection", async () => {
    const stale = await Promise.all(
      [conflict, invalid, offline].map(async (error) => {
        const { run, isStale } = failing(error, "inline");
        await run();
        return isStale();
      }),
    );
    expect(stale).toEqual([true, false, false]);
  });
});

describe("an optimistic change", () => {
  const addTo = (client: QueryClient, by: number) =>
    client.setQueryData<{ favorites: number }>([LEVEL], (old) => old && { favorites: old.favorites + by });

  test("shows at once, stays after a success and is undone after an error", async () => {
    for (const [settle, after] of [
      ["resolve", 2],
      ["reject", 1],
    ] as const) {
      const sent = Promise.withResolvers<unknown>();
      const client = new QueryClient();
      const optimistic = (by: number) => {
        addTo(client, by);
        return () => void addTo(client, -by);
      };
      const { run, favorites } = actionOf(
        (_: number) => sent.promise,
        { errors: "inline", optimistic },
        client,
      );
      const done = run(1);
      expect(favorites()).toBe(2);
      sent[settle](conflict);
      await done;
      expect(favorites(), settle).toBe(after);
    }
  });

  test("runs one after another in a queue, where only the last response counts", async () => {
    const sent = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const send = vi.fn((index: number) => sent[index]?.promise ?? Promise.reject(conflict));
    const onDone = vi.fn();
    const { run } = actionOf(send, { errors: "inline", queue: "favorite", onDone });
    const both = Promise.all([run(0), run(1)]);
    await vi.advanceTimersByTimeAsync(0);
    expect(send).toHaveBeenCalledTimes(1);
    sent[0]?.resolve("first");
    await vi.advanceTimersByTimeAsync(0);
    expect(send).toHaveBeenCalledTimes(2);
    sent[1]?.resolve("second");
    expect(await both).toEqual([true, true]);
    expect(onDone).toHaveBeenCalledExactlyOnceWith("second", 1);
  });
});

describe("a second press", () => {
  test("does nothing while the first is running, and runs after it", async () => {
    const sent = Promise.withResolvers<string>();
    const send = vi.fn((_: number) => sent.promise);
    const { run } = actionOf(send, { errors: "inline" });
    const first = run(1);
    expect(await run(1)).toBe(false);
    sent.resolve("done");
    expect(await first).toBe(true);
    expect(await run(2)).toBe(true);
    expect(send.mock.calls.map(([number]) => number)).toEqual([1, 2]);
  });

  test("shows an error with an exception nowhere, and one without in the modal", async () => {
    for (const [error, shown] of [
      [exception, false],
      [conflict, true],
    ] as const) {
      dismissAlert();
      expect(await actionOf<void, never>(() => Promise.reject(error), { errors: "modal" }).run()).toBe(false);
      expect([alertStore.get() !== null, toasts()]).toEqual([shown, []]);
    }
  });

  test("runs again after an error", async () => {
    const send = vi.fn(() => Promise.reject(conflict));
    const { run } = actionOf<void, never>(send, { errors: "inline" });
    expect(await run()).toBe(false);
    expect(await run()).toBe(false);
    expect(send).toHaveBeenCalledTimes(2);
  });

  test("runs at the same time if the rows of a list share the action", async () => {
    const sent = Promise.withResolvers<string>();
    const send = vi.fn((_: number) => sent.promise);
    const { run } = actionOf(send, { errors: "inline", parallel: true });
    const both = Promise.all([run(1), run(2)]);
    await vi.advanceTimersByTimeAsync(0);
    expect(send).toHaveBeenCalledTimes(2);
    sent.resolve("done");
    expect(await both).toEqual([true, true]);
  });
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

describe("a call", () => {
  test("carries the CSRF token and X-Requested-With, whatever its method", async () => {
    await call(sessionRoute, {});
    await call(updateBioRoute, { input: { bio: "Hi" } });
    for (const { headers } of calls)
      expect(headers).toMatchObject({ "X-CSRF-TOKEN": "the token", "X-Requested-With": "XMLHttpRequest" });
    expect(calls.map(({ method }) => method)).toEqual(["GET", "POST"]);
  });

  test.each([
    [{ message: "Server Error", exception: "ErrorException" }, true],
    [{ message: "Someone was faster." }, false],
  ])("knows of %j whether it is an exception", async (body, hasException) => {
    replies = [async () => Response.json(body, { status: 500 })];
    const error: unknown = await call(sessionRoute, {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ hasException, message: body.message });
  });
});
