import type { MessageDraft } from "#domain/conversations/reduce-chat.ts";
import { FakeStorage } from "#tests/support/fake-storage.ts";
import { Outbox, type OutboxOptions } from "#web/features/conversations/chat.ts";
import { ResponseError } from "#web/lib/api.ts";
import { safeStorage } from "#web/lib/storage.ts";

/** A browser's storage and locks, shared by all tabs of a user. */
class FakeBrowser {
  readonly storage = new FakeStorage();
  #queue: Promise<unknown> = Promise.resolve();

  readonly locks = {
    request: (_: string, task: () => Promise<boolean>) => {
      const mine = this.#queue.then(task);
      this.#queue = mine.catch(() => {});
      return mine;
    },
  } as unknown as OutboxOptions["locks"];
}

/** A site that numbers each message once per client id, and can be offline or reject messages. */
class FakeSite {
  readonly messages: string[] = [];
  readonly #known = new Map<string, NonNullable<MessageDraft["sent"]>>();
  failure: ResponseError | null = null;
  /** The site stores the message, but this error comes instead of its response. */
  lostResponse: ResponseError | null = null;

  /** Requests so far, and the most at the same time. */
  requests = 0;
  mostAtOnce = 0;
  #atOnce = 0;

  send = async (draft: MessageDraft): Promise<NonNullable<MessageDraft["sent"]>> => {
    this.requests++;
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#atOnce);
    await Promise.resolve();
    this.#atOnce--;
    return this.#accept(draft);
  };

  #accept({ client_id, body }: MessageDraft): NonNullable<MessageDraft["sent"]> {
    if (this.failure) throw this.failure;
    const sent = this.#known.get(client_id) ?? {
      id: `1_2_${this.messages.push(body)}`,
      created_at: "2026-05-10T10:00:00.000Z",
      created_at_formatted: "05/10/2026 10:00 AM",
    };
    this.#known.set(client_id, sent);
    if (this.lostResponse) throw this.lostResponse;
    return sent;
  }
}

const offline = () => new ResponseError(0, "offline", "no response");
const rejected = (status: number, message: string) => new ResponseError(status, "refused", message);

let browser: FakeBrowser;
let site: FakeSite;
let outbox: Outbox;

function openTab(userId = 1, { send } = site): Outbox {
  return new Outbox({
    userId,
    storage: safeStorage(() => browser.storage),
    locks: browser.locks,
    send,
    onChange: () => {},
  });
}

const unsentBodies = (outbox: Outbox) => outbox.drafts.filter(({ sent }) => !sent).map(({ body }) => body);
const NOW = Date.UTC(2026, 4, 10);
const settle = () => vi.advanceTimersByTimeAsync(0);

/** Writes messages with the ids client-1 and so on, and lets the outbox send them. */
async function write(outbox: Outbox, ...bodies: string[]): Promise<void> {
  for (const [i, body] of bodies.entries()) outbox.add(2, body, `client-${i + 1}`, NOW);
  await settle();
}

beforeEach(() => {
  vi.useFakeTimers();
  [browser, site] = [new FakeBrowser(), new FakeSite()];
  outbox = openTab();
});
afterEach(() => void vi.useRealTimers());

test("messages are sent one after another in the order of writing, and are removed a moment later", async () => {
  for (const [i, body] of ["one", "two", "three"].entries()) outbox.add(2, body, `client-${i}`, NOW);
  expect(unsentBodies(outbox)).toEqual(["one", "two", "three"]);
  await settle();
  expect(site.messages).toEqual(["one", "two", "three"]);
  expect(outbox.drafts.map(({ sent }) => sent?.id)).toEqual(["1_2_1", "1_2_2", "1_2_3"]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(outbox.drafts).toEqual([]);
  expect(browser.storage.length).toBe(0);
});

test("unsent messages wait and are sent on return, in order, without duplicates", async () => {
  for (const failure of [offline(), rejected(500, "broken"), rejected(408, "slow")]) {
    [browser, site] = [new FakeBrowser(), new FakeSite()];
    const outbox = openTab();
    site.failure = failure;
    await write(outbox, "one", "two");
    expect(unsentBodies(outbox)).toEqual(["one", "two"]);
    expect(outbox.drafts.every(({ error }) => error === null)).toBe(true);
    site.failure = null;
    await outbox.flush();
    expect(site.messages).toEqual(["one", "two"]);
  }
});

test("a message whose response was lost is sent again under its id and arrives once", async () => {
  site.lostResponse = offline();
  await write(outbox, "one");
  expect(unsentBodies(outbox)).toEqual(["one"]);
  site.lostResponse = null;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(unsentBodies(outbox)).toEqual([]);
  expect(site.messages).toEqual(["one"]);
});

test("a message that the server fails on is tried 4 times and then ends with the server's message", async () => {
  site.failure = rejected(503, "Out for lunch");
  await write(outbox, "one");
  for (const [i, wait] of [1_000, 2_000, 4_000].entries()) {
    expect(outbox.drafts).toMatchObject([{ error: null, failures: i + 1 }]);
    await vi.advanceTimersByTimeAsync(wait);
  }
  expect(outbox.drafts).toMatchObject([{ error: "Out for lunch" }]);
  await vi.advanceTimersByTimeAsync(600_000);
  await outbox.flush();
  expect(site.requests).toBe(4);
  // It survives a reload, and Retry gives it 4 attempts again.
  const next = openTab();
  expect(next.drafts).toMatchObject([{ error: "Out for lunch" }]);
  next.retry("client-1");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(site.requests).toBe(8);
  expect(next.drafts).toMatchObject([{ error: "Out for lunch" }]);
  site.failure = null;
  next.retry("client-1");
  await settle();
  expect(site.messages).toEqual(["one"]);
});

test("a reload does not give a message new attempts", async () => {
  site.failure = rejected(500, "broken");
  openTab().add(2, "one", "client-1", NOW);
  await settle();
  vi.clearAllTimers();
  for (let i = 0; i < 3; i++) {
    await openTab().flush();
    vi.clearAllTimers();
  }
  expect(openTab().drafts).toMatchObject([{ error: "broken" }]);
  expect(site.requests).toBe(4);
});

test("a message that the server stored in spite of 5xx responses arrives once", async () => {
  site.lostResponse = rejected(500, "broken");
  outbox.add(2, "one", "client-1", NOW);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(outbox.drafts).toMatchObject([{ error: "broken" }]);
  site.lostResponse = null;
  outbox.retry("client-1");
  await settle();
  expect(site.messages).toEqual(["one"]);
  expect(unsentBodies(outbox)).toEqual([]);
});

test("a message that the server fails on holds up the next one only until it has ended", async () => {
  site.failure = rejected(500, "broken");
  outbox.add(2, "one", "client-1", NOW);
  outbox.add(2, "two", "client-2", NOW);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(outbox.drafts.map(({ error }) => error)).toEqual(["broken", "broken"]);
  expect(site.requests).toBe(8);
});

test("a 4xx response ends a message at once", async () => {
  for (const status of [400, 403, 419, 422, 429]) {
    [browser, site] = [new FakeBrowser(), new FakeSite()];
    const outbox = openTab();
    site.failure = rejected(status, "no");
    outbox.add(2, "one", "client-1", NOW);
    await settle();
    expect(outbox.drafts).toMatchObject([{ error: "no" }]);
    expect(site.requests).toBe(1);
  }
});

test("the outbox retries by itself, less and less often", async () => {
  const send = vi.fn(site.send);
  const outbox = openTab(1, Object.assign(site, { send }));
  site.failure = offline();
  await write(outbox, "one");
  expect(send).toHaveBeenCalledTimes(1);
  for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    const before = send.mock.calls.length;
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(send).toHaveBeenCalledTimes(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(send).toHaveBeenCalledTimes(before + 1);
  }
});

test("a rejected message stays with the reason and holds up no other; Retry sends it, Delete removes it", async () => {
  site.failure = rejected(403, "This user is blocked");
  await write(outbox, "one", "two");
  expect(outbox.drafts.map(({ error }) => error)).toEqual(["This user is blocked", "This user is blocked"]);
  // Neither time nor a reconnect tries it again.
  site.failure = null;
  await vi.advanceTimersByTimeAsync(60_000);
  await outbox.flush();
  expect(site.messages).toEqual([]);
  outbox.retry("client-2");
  expect(outbox.drafts.map(({ error }) => error)).toEqual(["This user is blocked", null]);
  await settle();
  outbox.drop("client-1");
  expect(site.messages).toEqual(["two"]);
  expect(unsentBodies(outbox)).toEqual([]);
});

test("unsent messages outlive the page and belong to their user only", async () => {
  site.failure = offline();
  openTab().add(2, "one", "client-1", NOW);
  await settle();
  expect(unsentBodies(openTab(3))).toEqual([]);
  const next = openTab();
  expect(unsentBodies(next)).toEqual(["one"]);
  site.failure = null;
  await next.flush();
  expect(site.messages).toEqual(["one"]);
});

test("one of several tabs sends, and each sees the messages of the others and their states", async () => {
  const tabs = [openTab(), openTab(), openTab()] as const;
  site.failure = offline();
  for (const [i, tab] of tabs.entries()) tab.add(2, `from ${i}`, `client-${i}`, NOW + i);
  await settle();
  for (const tab of tabs) {
    tab.onStorage("bopolis-outbox-1-client-0");
    expect(unsentBodies(tab)).toEqual(["from 0", "from 1", "from 2"]);
  }
  site.failure = null;
  site.requests = 0;
  await Promise.all(tabs.map((tab) => tab.flush()));
  expect(site.messages).toEqual(["from 0", "from 1", "from 2"]);
  expect(site).toMatchObject({ requests: 3, mostAtOnce: 1 });
  for (const tab of tabs) {
    tab.onStorage(null);
    expect(tab.drafts.map(({ sent }) => sent?.id)).toEqual(["1_2_1", "1_2_2", "1_2_3"]);
  }
});

test("messages are sent even if the browser stores nothing", async () => {
  browser.storage.most = 0;
  site.failure = offline();
  await write(outbox, "one");
  expect(unsentBodies(outbox)).toEqual(["one"]);
  site.failure = null;
  await outbox.flush();
  expect(site.messages).toEqual(["one"]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(outbox.drafts).toEqual([]);
});

test("other entries in the browser's storage are left alone", () => {
  for (const [key, value] of [
    ["bopolis-outbox-1-x", "{"],
    ["bopolis-outbox-1-y", "null"],
    ["bopolis-outbox-1-z", '{"client_id":1}'],
    ["bopolis-theme", "night"],
  ] as const)
    browser.storage.setItem(key, value);
  expect(openTab().drafts).toEqual([]);
  expect(browser.storage.length).toBe(4);
});
