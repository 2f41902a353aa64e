import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Draft } from "#domain/conversations/reduce.ts";
import { Outbox, type OutboxOptions } from "#web/features/conversations/outbox.ts";
import { ResponseError } from "#web/lib/api.ts";

/** A browser's storage and locks, which all of a user's tabs share. */
class FakeBrowser {
  readonly kept = new Map<string, string>();
  full = false;
  #turn: Promise<unknown> = Promise.resolve();

  readonly storage: OutboxOptions["storage"] = {
    key: (at) => [...this.kept.keys()][at] ?? null,
    getItem: (key) => this.kept.get(key) ?? null,
    setItem: (key, value) => {
      if (this.full) throw new DOMException("full", "QuotaExceededError");
      this.kept.set(key, value);
    },
    removeItem: (key) => void this.kept.delete(key),
    length: 0,
  };

  readonly locks = {
    request: (_: string, act: () => Promise<boolean>) => {
      const mine = this.#turn.then(act);
      this.#turn = mine.catch(() => {});
      return mine;
    },
  } as unknown as OutboxOptions["locks"];

  constructor() {
    Object.defineProperty(this.storage, "length", { get: () => this.kept.size });
  }
}

/** A site that numbers what it is sent, once for each name, and can be away or refuse. */
class FakeSite {
  readonly messages: string[] = [];
  readonly #known = new Map<string, NonNullable<Draft["sent"]>>();
  failure: ResponseError | null = null;
  /** It takes the message, but this comes instead of its answer. */
  losesAnswers: ResponseError | null = null;

  /** Requests so far, and the most that were under way at once. */
  asked = 0;
  mostAtOnce = 0;
  #atOnce = 0;

  send = async (draft: Draft): Promise<NonNullable<Draft["sent"]>> => {
    this.asked++;
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#atOnce);
    await Promise.resolve();
    this.#atOnce--;
    return this.#take(draft);
  };

  #take({ client_id, body }: Draft): NonNullable<Draft["sent"]> {
    if (this.failure) throw this.failure;
    const sent = this.#known.get(client_id) ?? {
      id: `1_2_${this.messages.push(body)}`,
      created_at: "2026-05-10T10:00:00.000Z",
      created_at_formatted: "05/10/2026 10:00 AM",
    };
    this.#known.set(client_id, sent);
    if (this.losesAnswers) throw this.losesAnswers;
    return sent;
  }
}

const offline = () => new ResponseError(0, "offline", "nobody answers");
const refused = (status: number, message: string) => new ResponseError(status, "refused", message);

function openTab(browser: FakeBrowser, site: FakeSite, userId = 1): Outbox {
  return new Outbox({
    userId,
    storage: browser.storage,
    locks: browser.locks,
    send: site.send,
    onChange: () => {},
  });
}

const words = (outbox: Outbox) => outbox.drafts.filter(({ sent }) => !sent).map(({ body }) => body);
const NOW = Date.UTC(2026, 4, 10);
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("messages go out one after the other, in the order of their writing, and are let go a moment later", async () => {
  const [browser, site] = [new FakeBrowser(), new FakeSite()];
  const outbox = openTab(browser, site);
  for (const [i, body] of ["one", "two", "three"].entries()) outbox.add(2, body, `client-${i}`, NOW);
  expect(words(outbox)).toEqual(["one", "two", "three"]);
  await settle();
  expect(site.messages).toEqual(["one", "two", "three"]);
  expect(outbox.drafts.map(({ sent }) => sent?.id)).toEqual(["1_2_1", "1_2_2", "1_2_3"]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(outbox.drafts).toEqual([]);
  expect(browser.kept.size).toBe(0);
});

test("what can't be sent waits and goes out on return, in order, without a double", async () => {
  for (const failure of [offline(), refused(500, "broken"), refused(408, "slow")]) {
    const [browser, site] = [new FakeBrowser(), new FakeSite()];
    const outbox = openTab(browser, site);
    site.failure = failure;
    outbox.add(2, "one", "client-1", NOW);
    outbox.add(2, "two", "client-2", NOW);
    await settle();
    expect(words(outbox)).toEqual(["one", "two"]);
    expect(outbox.drafts.every(({ error }) => error === null)).toBe(true);
    site.failure = null;
    await outbox.flush();
    expect(site.messages).toEqual(["one", "two"]);
  }
});

test("a message whose answer was lost is sent again under its name, so that it arrives once", async () => {
  const [browser, site] = [new FakeBrowser(), new FakeSite()];
  const outbox = openTab(browser, site);
  site.losesAnswers = offline();
  outbox.add(2, "one", "client-1", NOW);
  await settle();
  expect(words(outbox)).toEqual(["one"]);
  site.losesAnswers = null;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(words(outbox)).toEqual([]);
  expect(site.messages).toEqual(["one"]);
});

test("a message that the server fails on is tried four times and then ends with the server's message", async () => {
  const [browser, site] = [new FakeBrowser(), new FakeSite()];
  const outbox = openTab(browser, site);
  site.failure = refused(503, "Out for lunch");
  outbox.add(2, "one", "client-1", NOW);
  await settle();
  for (const [i, wait] of [1_000, 2_000, 4_000].entries()) {
    expect(outbox.drafts).toMatchObject([{ error: null, failures: i + 1 }]);
    await vi.advanceTimersByTimeAsync(wait);
  }
  expect(outbox.drafts).toMatchObject([{ error: "Out for lunch" }]);
  await vi.advanceTimersByTimeAsync(600_000);
  await outbox.flush();
  expect(site.asked).toBe(4);
  // It survives a reload, and Retry has four tries again.
  const next = openTab(browser, site);
  expect(next.drafts).toMatchObject([{ error: "Out for lunch" }]);
  next.retry("client-1");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(site.asked).toBe(8);
  expect(next.drafts).toMatchObject([{ error: "Out for lunch" }]);
  site.failure = null;
  next.retry("client-1");
  await settle();
  expect(site.messages).toEqual(["one"]);
});

test("a reload does not give a message new tries", async () => {
  const [browser, site] = [new FakeBrowser(), new FakeSite()];
  site.failure = refused(500, "broken");
  openTab(browser, site).add(2, "one", "client-1", NOW);
  await settle();
  vi.clearAllTimers();
  for (let i = 0; i < 3; i++) {
    await openTab(browser, site).flush();
    vi.clearAllTimers();
  }
  expect(openTab(browser, site).drafts).toMatchObject([{ error: "broken" }]);
  expect(site.asked).toBe(4);
});

test("a message whose answers were 5xx although the server kept it arrives once", async () => {
  const [browser, site] = [new FakeBrowser(), new FakeSite()];
  const outbox = openTab(browser, site);
  site.losesAnswers = refused(500, "broken");
  outbox.add(2, "one", "client-1", NOW);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(outbox.drafts).toMatchObject([{ error: "broken" }]);
  site.losesAnswers = null;
  outbox.retry("client-1");
  await settle();
  expect(site.messages).toEqual(["one"]);
  expect(words(outbox)).toEqual([]);
});

test("a server that fails on one message holds up the next only until that one has ended", async () => {
  const [browser, site] = [new FakeBrowser(), new FakeSite()];
  const outbox = openTab(browser, site);
  site.failure = refused(500, "broken");
  outbox.add(2, "one", "client-1", NOW);
  outbox.add(2, "two", "client-2", NOW);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(outbox.drafts.map(({ error }) => error)).toEqual(["broken", "broken"]);
  expect(site.asked).toBe(8);
});

test("a 4xx ends a message at once", async () => {
  for (const status of [400, 403, 419, 422, 429]) {
    const [browser, site] = [new FakeBrowser(), new FakeSite()];
    const outbox = openTab(browser, site);
    site.failure = refused(status, "no");
    outbox.add(2, "one", "client-1", NOW);
    await settle();
    expect(outbox.drafts).toMatchObject([{ error: "no" }]);
    expect(site.asked).toBe(1);
  }
});

test("it tries again by itself, ever more seldom", async () => {
  const [browser, site] = [new FakeBrowser(), new FakeSite()];
  const send = vi.fn(site.send);
  const outbox = new Outbox({ userId: 1, ...browser, send, onChange: () => {} });
  site.failure = offline();
  outbox.add(2, "one", "client-1", NOW);
  await settle();
  expect(send).toHaveBeenCalledTimes(1);
  for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    const before = send.mock.calls.length;
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(send).toHaveBeenCalledTimes(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(send).toHaveBeenCalledTimes(before + 1);
  }
});

test("a refused message stays with the reason and holds up no other; Retry sends it, Delete lets it go", async () => {
  const [browser, site] = [new FakeBrowser(), new FakeSite()];
  const outbox = openTab(browser, site);
  site.failure = refused(403, "This user is blocked");
  outbox.add(2, "one", "client-1", NOW);
  outbox.add(2, "two", "client-2", NOW);
  await settle();
  expect(outbox.drafts.map(({ error }) => error)).toEqual(["This user is blocked", "This user is blocked"]);
  // Neither time nor a return tries it again.
  site.failure = null;
  await vi.advanceTimersByTimeAsync(60_000);
  await outbox.flush();
  expect(site.messages).toEqual([]);
  outbox.retry("client-2");
  expect(outbox.drafts.map(({ error }) => error)).toEqual(["This user is blocked", null]);
  await settle();
  outbox.drop("client-1");
  expect(site.messages).toEqual(["two"]);
  expect(words(outbox)).toEqual([]);
});

test("what waits outlives the page, and belongs to its user alone", async () => {
  const [browser, site] = [new FakeBrowser(), new FakeSite()];
  site.failure = offline();
  openTab(browser, site).add(2, "one", "client-1", NOW);
  await settle();
  expect(words(openTab(browser, site, 3))).toEqual([]);
  const next = openTab(browser, site);
  expect(words(next)).toEqual(["one"]);
  site.failure = null;
  await next.flush();
  expect(site.messages).toEqual(["one"]);
});

test("of several tabs one sends, and each sees what the others have written and what has become of it", async () => {
  const [browser, site] = [new FakeBrowser(), new FakeSite()];
  const tabs = [openTab(browser, site), openTab(browser, site), openTab(browser, site)] as const;
  site.failure = offline();
  for (const [i, tab] of tabs.entries()) tab.add(2, `from ${i}`, `client-${i}`, NOW + i);
  await settle();
  for (const tab of tabs) {
    tab.look("bopolis-outbox-1-client-0");
    expect(words(tab)).toEqual(["from 0", "from 1", "from 2"]);
  }
  site.failure = null;
  site.asked = 0;
  await Promise.all(tabs.map((tab) => tab.flush()));
  expect(site.messages).toEqual(["from 0", "from 1", "from 2"]);
  expect(site).toMatchObject({ asked: 3, mostAtOnce: 1 });
  for (const tab of tabs) {
    tab.look(null);
    expect(tab.drafts.map(({ sent }) => sent?.id)).toEqual(["1_2_1", "1_2_2", "1_2_3"]);
  }
});

test("where the browser keeps nothing, messages are sent all the same", async () => {
  const [browser, site] = [new FakeBrowser(), new FakeSite()];
  browser.full = true;
  const outbox = openTab(browser, site);
  site.failure = offline();
  outbox.add(2, "one", "client-1", NOW);
  await settle();
  expect(words(outbox)).toEqual(["one"]);
  site.failure = null;
  await outbox.flush();
  expect(site.messages).toEqual(["one"]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(outbox.drafts).toEqual([]);
});

test("what else lies in the browser's storage is left alone", () => {
  const browser = new FakeBrowser();
  for (const [key, value] of [
    ["bopolis-outbox-1-x", "{"],
    ["bopolis-outbox-1-y", "null"],
    ["bopolis-outbox-1-z", '{"client_id":1}'],
    ["bopolis-theme", "night"],
  ] as const)
    browser.kept.set(key, value);
  expect(openTab(browser, new FakeSite()).drafts).toEqual([]);
  expect(browser.kept.size).toBe(4);
});
