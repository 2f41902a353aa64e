import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChatMessage, Conversation } from "#domain/conversations/api.ts";
import { messageId, pairName } from "#domain/conversations/ids.ts";
import {
  type ChatInput,
  type ChatState,
  type Draft,
  draftsOf,
  emptyChat,
  hasStranger,
  listOf,
  type MessagePage,
  messagesOf,
  numberOf,
  reduceChat,
} from "#domain/conversations/reduce.ts";
import type { LiveEvent } from "#domain/live/events.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";

const ME = 5;
const PAGE = 3;

const card = (id: number): PresentUserCard => ({
  id,
  username: `user_${id}`,
  url: `/users/user_${id}`,
  level: 1,
  has_gold: false,
  gold_username: false,
  bopi: { headshot_url: "/a.png", avatar_url: "/b.png" },
  online: false,
  player: null,
});

const time = (at: number) => new Date(at * 1000).toISOString();

/** A site with one user's conversations: what it stores, and what it says on the user's socket in order. */
class Site {
  readonly events: LiveEvent[] = [];
  readonly #talks = new Map<
    number,
    { messages: ChatMessage[]; read: number; seen: number; last: number; block: boolean }
  >();
  #time = 0;

  talk(other: number) {
    const talk = this.#talks.get(other) ?? { messages: [], read: 0, seen: 0, last: 0, block: false };
    this.#talks.set(other, talk);
    return talk;
  }

  id = (other: number, number: number) => messageId(pairName(ME, other), number);

  unread(other: number): number {
    const { messages, read } = this.talk(other);
    return messages.filter(
      ({ id, sender_id, deleted }) => sender_id === other && !deleted && numberOf(id) > read,
    ).length;
  }

  #counts = (other: number) => ({
    unread: this.unread(other),
    unread_messages: [...this.#talks.keys()].reduce((sum, one) => sum + this.unread(one), 0),
  });

  write(other: number, sender: number, client_id?: string): ChatMessage {
    const talk = this.talk(other);
    talk.last++;
    const created_at = time(++this.#time);
    const message: ChatMessage = {
      id: this.id(other, talk.last),
      body: `${other}/${talk.last}`,
      sender_id: sender,
      created_at,
      created_at_formatted: created_at,
      deleted: false,
      ...(client_id && { client_id }),
    };
    talk.messages.push(message);
    this.events.push({ event: "NewMessage", user_id: other, message, ...this.#counts(other) });
    return message;
  }

  remove(other: number, index: number): void {
    const { messages } = this.talk(other);
    const message = messages[index];
    if (!message || message.deleted) return;
    messages[index] = { ...message, body: "", deleted: true };
    this.talk(other).last++;
    this.events.push({ event: "MessageDeleted", user_id: other, id: message.id, ...this.#counts(other) });
  }

  read(other: number): void {
    const talk = this.talk(other);
    const newest = numberOf(talk.messages.at(-1)?.id ?? null);
    if (newest <= talk.read) return;
    talk.read = newest;
    talk.last++;
    const read_id = this.id(other, newest);
    this.events.push({ event: "ConversationRead", user_id: other, read_id, ...this.#counts(other) });
  }

  beSeen(other: number): void {
    const talk = this.talk(other);
    const newest = numberOf(talk.messages.at(-1)?.id ?? null);
    if (newest <= talk.seen) return;
    talk.seen = newest;
    talk.last++;
    this.events.push({ event: "ConversationSeen", user_id: other, seen_id: this.id(other, newest) });
  }

  block(other: number): void {
    const talk = this.talk(other);
    talk.block = !talk.block;
    this.events.push({
      event: "ContactChanged",
      user_id: other,
      username: `user_${other}`,
      block: talk.block,
    });
  }

  #person = (other: number) => ({
    user: card(other),
    block: this.talk(other).block,
    can_send: !this.talk(other).block,
    messages_unread_count: this.unread(other),
  });

  thread(other: number, upTo: number | null): MessagePage {
    const { messages, read, seen } = this.talk(other);
    const before = messages.filter(({ id }) => upTo === null || numberOf(id) <= upTo).toReversed();
    return {
      ...this.#person(other),
      data: before.slice(0, PAGE),
      meta: { current_page: 1, last_page: 1, total: before.length },
      links: { next: before.length > PAGE ? "/more" : null },
      read_id: read ? this.id(other, read) : null,
      seen_id: seen ? this.id(other, seen) : null,
    };
  }

  list(): { data: Conversation[]; meta: MessagePage["meta"]; links: { next: null } } {
    const data = [...this.#talks].flatMap(([id, { messages }]) => {
      const latest = messages.at(-1);
      if (!latest) return [];
      return [{ id, ...this.#person(id), last_message: latest.id, latest_message: latest }];
    });
    return { data, meta: { current_page: 1, last_page: 1, total: data.length }, links: { next: null } };
  }

  /** What a page that has asked for everything must show. */
  shown(others: readonly number[]) {
    return others.map((other) => ({
      messages: this.talk(other).messages.map(({ id, body, deleted }) => ({ id, body, deleted })),
      unread: this.unread(other),
      block: this.talk(other).block,
      canSend: !this.talk(other).block,
      read: this.talk(other).read,
      seen: this.talk(other).seen,
    }));
  }
}

/** A page: asks whenever it likes, hears in order but late, and some of it twice. */
class Page {
  state: ChatState = emptyChat(ME);
  readonly #site: Site;
  readonly #answers: { input: ChatInput }[] = [];
  #heard = 0;
  /** The list was answered since events were last lost. */
  #listed = false;

  constructor(site: Site) {
    this.#site = site;
  }

  take(input: ChatInput): void {
    this.state = reduceChat(this.state, input);
  }

  /** The question goes out; `later` is when the site works on it and when its answer comes. */
  ask(kind: "list" | number, upTo: number | null = null): { work: () => void } {
    this.take({ type: "ask" });
    const asked = this.state.clock;
    return {
      work: () => {
        const input: ChatInput =
          kind === "list"
            ? { type: "list", asked, answer: this.#site.list() }
            : { type: "thread", asked, userId: kind, upTo, answer: this.#site.thread(kind, upTo) };
        this.#answers.push({ input });
      },
    };
  }

  /** One of the answers that are on their way comes, in any order. */
  arrive(pick: number): void {
    const [answer] = this.#answers.splice(pick % Math.max(1, this.#answers.length), 1);
    if (!answer) return;
    this.take(answer.input);
    if (answer.input.type === "list" && answer.input.asked >= (this.state.lostAt ?? 0)) this.#listed = true;
  }

  hear(count: number): void {
    for (const event of this.#site.events.slice(this.#heard, this.#heard + count))
      this.take({ type: "live", event });
    this.#heard = Math.min(this.#site.events.length, this.#heard + count);
  }

  /** The socket is cut and comes back: the last events are said again. */
  replay(count: number): void {
    this.#heard = Math.max(0, this.#heard - count);
  }

  /** What was said up to now is lost. */
  lose(): void {
    this.#heard = this.#site.events.length;
    this.take({ type: "resync" });
    this.#listed = false;
  }

  /** Does what the chat page does: asks for what it can't know, and for older messages until there are none. */
  settle(others: readonly number[]): void {
    this.hear(Number.POSITIVE_INFINITY);
    while (this.#answers.length) this.arrive(0);
    if (!this.#listed || hasStranger(this.state)) {
      this.ask("list").work();
      this.arrive(0);
    }
    for (const other of others) {
      const talk = () => this.state.talks[other];
      if (!talk()?.span || talk()?.staleSince !== null) {
        this.ask(other).work();
        this.arrive(0);
      }
      for (let rounds = 0; talk()?.hasOlder && rounds < 50; rounds++) {
        this.ask(other, talk()?.span?.from ?? 0).work();
        this.arrive(0);
      }
    }
  }

  shown(others: readonly number[]) {
    return others.map((other) => {
      const talk = this.state.talks[other];
      return {
        messages: messagesOf(talk).map(({ id, body, deleted }) => ({ id, body, deleted })),
        unread: talk?.unread,
        block: talk?.block,
        canSend: talk?.canSend,
        read: talk?.read,
        seen: talk?.seen,
      };
    });
  }
}

const OTHERS = [2, 9] as const;
const other = fc.constantFrom(...OTHERS);

type Step = (site: Site, page: Page, open: { work: () => void }[]) => void;
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(other, fc.boolean()).map(
      ([one, mine]): Step =>
        (site) =>
          void site.write(one, mine ? ME : one),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(other, fc.nat(12)).map(
      ([one, at]): Step =>
        (site) =>
          site.remove(one, at),
    ),
  },
  {
    weight: 2,
    arbitrary: other.map(
      (one): Step =>
        (site) =>
          site.read(one),
    ),
  },
  {
    weight: 1,
    arbitrary: other.map(
      (one): Step =>
        (site) =>
          site.beSeen(one),
    ),
  },
  {
    weight: 1,
    arbitrary: other.map(
      (one): Step =>
        (site) =>
          site.block(one),
    ),
  },
  { weight: 3, arbitrary: fc.constant<Step>((_, page, open) => open.push(page.ask("list"))) },
  {
    weight: 4,
    arbitrary: other.map(
      (one): Step =>
        (_, page, open) =>
          open.push(page.ask(one)),
    ),
  },
  {
    weight: 2,
    arbitrary: other.map(
      (one): Step =>
        (_, page, open) => {
          const from = page.state.talks[one]?.span?.from;
          if (from) open.push(page.ask(one, from));
        },
    ),
  },
  {
    weight: 6,
    arbitrary: fc.nat().map(
      (pick): Step =>
        (_, __, open) =>
          open.splice(pick % Math.max(1, open.length), 1)[0]?.work(),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.nat().map(
      (pick): Step =>
        (_, page) =>
          page.arrive(pick),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.integer({ min: 1, max: 4 }).map(
      (count): Step =>
        (_, page) =>
          page.hear(count),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 6 }).map(
      (count): Step =>
        (_, page) =>
          page.replay(count),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((_, page) => page.lose()) },
);

test("answers and events in any order, late, twice or lost end in what the site has: no gap, no double, right counts", () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 80, size: "max" }), (run) => {
      const site = new Site();
      const page = new Page(site);
      const open: { work: () => void }[] = [];
      for (const step of run) {
        step(site, page, open);
        // At every moment: each message once, in their order, and none is missing in between.
        for (const one of OTHERS) {
          const talk = page.state.talks[one];
          const numbers = messagesOf(talk).map(({ id }) => numberOf(id));
          const { from = 0, to = -1 } = talk?.span ?? {};
          const stored = site.talk(one).messages.map(({ id }) => numberOf(id));
          const within = stored.filter((number) => number >= from && number <= to);
          const ordered = numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0));
          const known = numbers.filter((number) => number <= to);
          // `expect` alone would take most of the time.
          if (!ordered || known.join() !== within.join()) expect(numbers).toEqual(within);
        }
      }
      for (const { work } of open) work();
      page.settle(OTHERS);
      const silent = OTHERS.filter((one) => site.talk(one).messages.length > 0);
      expect(page.shown(OTHERS)).toEqual(site.shown(OTHERS));
      expect(
        listOf(page.state)
          .map(({ user }) => user.id)
          .sort(),
      ).toEqual(silent.toSorted());
      expect(hasStranger(page.state)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test("two pages of one user that heard and asked differently agree in the end", () => {
  fc.assert(
    fc.property(
      fc.array(steps, { maxLength: 40, size: "max" }),
      fc.array(steps, { maxLength: 40, size: "max" }),
      (first, second) => {
        const site = new Site();
        const pages = [new Page(site), new Page(site)] as const;
        const open: { work: () => void }[] = [];
        for (let i = 0; i < Math.max(first.length, second.length); i++) {
          first[i]?.(site, pages[0], open);
          second[i]?.(site, pages[1], open);
        }
        for (const page of pages) page.settle(OTHERS);
        expect(pages[0].shown(OTHERS)).toEqual(pages[1].shown(OTHERS));
      },
    ),
  );
});

const draft = (client_id: string, over: Partial<Draft> = {}): Draft => ({
  client_id,
  user_id: 9,
  body: "hey",
  created_at: time(1),
  error: null,
  ...over,
});
const sent = ({ id, created_at, created_at_formatted }: ChatMessage) => ({
  id,
  created_at,
  created_at_formatted,
});

/** A page with the conversation with user 9 open. */
function openPage(): { site: Site; page: Page } {
  const site = new Site();
  const page = new Page(site);
  page.ask(9).work();
  page.arrive(0);
  return { site, page };
}

const shownTo9 = (page: Page) => [
  ...messagesOf(page.state.talks[9]).map(({ body }) => body),
  ...draftsOf(page.state, 9).map(({ body }) => `…${body}`),
];

test("a message of one's own is shown once, whether its answer or its event comes first or only one of them does", () => {
  for (const order of [["answer", "event"], ["event", "answer"], ["answer"], ["event"], ["event", "event"]]) {
    const { site, page } = openPage();
    page.take({ type: "drafts", drafts: [draft("one")] });
    expect(shownTo9(page)).toEqual(["…hey"]);
    const message = { ...site.write(9, ME, "one"), body: "hey" };
    for (const news of order) {
      if (news === "answer") page.take({ type: "drafts", drafts: [draft("one", { sent: sent(message) })] });
      else
        page.take({
          type: "live",
          event: { event: "NewMessage", user_id: 9, message, unread: 0, unread_messages: 0 },
        });
      expect(shownTo9(page)).toEqual(["hey"]);
    }
    page.take({ type: "drafts", drafts: [] });
    expect(shownTo9(page)).toEqual(["hey"]);
  }
});

test("a confirmed message that was deleted since stays deleted when its answer comes late", () => {
  const { site, page } = openPage();
  const message = site.write(9, ME, "one");
  site.remove(9, 0);
  page.hear(2);
  page.take({ type: "drafts", drafts: [draft("one", { sent: sent(message) })] });
  expect(messagesOf(page.state.talks[9])).toMatchObject([{ id: message.id, body: "", deleted: true }]);
});

test("a message of which only the deletion was heard is deleted in the older page that comes after it", () => {
  const { site, page } = openPage();
  for (let i = 0; i < 8; i++) site.write(9, 9);
  page.lose();
  page.ask(9).work();
  page.arrive(0);
  const older = page.ask(9, page.state.talks[9]?.span?.from);
  older.work();
  site.remove(9, 3);
  page.hear(1);
  page.arrive(0);
  expect(messagesOf(page.state.talks[9]).map(({ deleted }) => deleted)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("somebody unknown who writes is a stranger until the list tells who it is, and then stands at its top", () => {
  const site = new Site();
  const page = new Page(site);
  site.write(2, 2);
  page.ask("list").work();
  page.arrive(0);
  page.hear(1);
  expect(hasStranger(page.state)).toBe(false);
  site.write(9, 9);
  page.hear(1);
  expect(hasStranger(page.state)).toBe(true);
  expect(listOf(page.state).map(({ user }) => user.id)).toEqual([2]);
  page.ask("list").work();
  page.arrive(0);
  expect(hasStranger(page.state)).toBe(false);
  expect(listOf(page.state).map(({ user, talk }) => [user.id, talk.unread])).toEqual([
    [9, 1],
    [2, 1],
  ]);
});

test("a scrubbed message is pending until its event, its answer or a failure comes", () => {
  for (const end of ["event", "done", "failed"] as const) {
    const { site, page } = openPage();
    const { id } = site.write(9, 9);
    page.hear(1);
    page.take({ type: "scrub", id, to: "pending" });
    expect(page.state.scrubbing).toEqual([id]);
    expect(messagesOf(page.state.talks[9])).toMatchObject([{ deleted: false }]);
    if (end === "event") {
      site.remove(9, 0);
      page.hear(1);
    } else page.take({ type: "scrub", id, to: end });
    expect(page.state.scrubbing).toEqual([]);
    expect(messagesOf(page.state.talks[9])).toMatchObject([{ deleted: end !== "failed" }]);
  }
});

test("a block holds at once, and who has been unblocked is asked for anew before they can be written to", () => {
  const { site, page } = openPage();
  site.block(9);
  page.hear(1);
  expect(page.state.talks[9]).toMatchObject({ block: true, canSend: false });
  site.block(9);
  page.hear(1);
  expect(page.state.talks[9]).toMatchObject({ block: false, canSend: false });
  expect(page.state.talks[9]?.staleSince).not.toBeNull();
  page.settle([9]);
  expect(page.state.talks[9]).toMatchObject({ block: false, canSend: true, staleSince: null });
});

test("an answer that was asked before an event was heard says nothing over it", () => {
  const acts = {
    write: (site: Site) => void site.write(9, 9),
    remove: (site: Site) => site.remove(9, 0),
    read: (site: Site) => site.read(9),
    block: (site: Site) => site.block(9),
  };
  for (const act of Object.values(acts)) {
    for (const kind of ["list", 9] as const) {
      const { site, page } = openPage();
      site.write(9, 9);
      page.hear(1);
      page.ask("list").work();
      page.arrive(0);
      page.ask(kind).work();
      act(site);
      page.hear(1);
      const heard = page.shown([9]);
      expect(heard).toEqual(site.shown([9]));
      page.arrive(0);
      expect(page.shown([9])).toEqual(heard);
    }
  }
});

test("events that are said again change nothing in the end, nor does what was read grow less on the way", () => {
  const { site, page } = openPage();
  site.write(9, 9);
  site.read(9);
  site.write(9, 9);
  site.read(9);
  page.hear(4);
  page.replay(4);
  page.hear(2);
  expect(page.state.talks[9]?.read).toBe(3);
  page.hear(2);
  expect(page.shown([9])).toEqual(site.shown([9]));
});

test("a person is known from an answer that is older than what else is known of them", () => {
  const site = new Site();
  const page = new Page(site);
  site.write(9, 9);
  page.ask("list").work();
  site.block(9);
  page.hear(2);
  page.arrive(0);
  expect(listOf(page.state)).toMatchObject([{ user: { id: 9 }, talk: { block: true } }]);
});

test("older messages do not tell that the newest are all here", () => {
  const { site, page } = openPage();
  for (let i = 0; i < 5; i++) site.write(9, 9);
  page.lose();
  page.ask(9).work();
  page.arrive(0);
  site.block(9);
  page.hear(1);
  page.ask(9, page.state.talks[9]?.span?.from).work();
  page.arrive(0);
  expect(page.state.talks[9]?.staleSince).not.toBeNull();
});

test("a newest page that comes late takes nothing from what is known since", () => {
  const { site, page } = openPage();
  for (let i = 0; i < 3; i++) site.write(9, 9);
  page.ask(9).work();
  for (let i = 0; i < 3; i++) site.write(9, 9);
  page.hear(6);
  page.arrive(0);
  expect(page.state.talks[9]?.span).toEqual({ from: 0, to: 6 });
});
