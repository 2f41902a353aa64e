import { QueryClient } from "@tanstack/react-query";
import { type ActionOptions, messageOf, useAction } from "#web/lib/action.ts";
import { ResponseError } from "#web/lib/api.ts";
import { alertStore, dismissAlert } from "#web/ui/alert-store.ts";
import { toastStore } from "#web/ui/toast-store.ts";
import { renderHook } from "./render-hook.ts";

const LEVEL = "/api/levels/7";
const conflict = new ResponseError(409, "conflict", "Someone was faster.");
const invalid = new ResponseError(422, "invalid", "Too short.", { reason: ["Too short."] });
const exception = Object.assign(new ResponseError(500, "unknown", "Undefined index: id"), {
  hasException: true,
});
const offline = new ResponseError(0, "offline", "No connection.");

const toasts = () => toastStore.get().map(({ text, tone }) => [tone, text]);
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

beforeEach(() => {
  vi.useFakeTimers();
  toastStore.set([]);
  dismissAlert();
  return () => vi.useRealTimers();
});

describe("a success", () => {
  test("shows its message, calls onDone and onEnd, and refetches what has changed", async () => {
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
