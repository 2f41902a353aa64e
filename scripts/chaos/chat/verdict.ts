import type { Guest } from "../../bench/chat/crowd.ts";
import type { Report } from "../../bench/report.ts";
import type { MortalSite } from "../mortal.ts";
import { pause } from "./ask.ts";
import { type Conversed, fetchMessages, fetchUnread } from "./lists.ts";
import { type Memory, numberOf, type Said } from "./memory.ts";
import type { Tab } from "./tab.ts";

/** Somebody with the people they talk to and the pages they have open. */
export interface Person {
  guest: Guest;
  others: readonly number[];
  tabs: readonly Tab[];
}

const PATIENCE = 60_000;

/** What everybody sees of every conversation, by viewer and the other. */
type Views = Map<string, Conversed>;
const viewOf = (views: Views, viewer: number, other: number): Conversed =>
  views.get(`${viewer} ${other}`) ?? { messages: [], read: null, unread: 0 };

async function fetchViews(site: MortalSite, people: readonly Person[]): Promise<Views> {
  const views: Views = new Map();
  for (const { guest, others } of people)
    for (const other of others) views.set(`${guest.id} ${other}`, await fetchMessages(site, guest, other));
  return views;
}

/** Holds what was acknowledged against what is kept, and both against what every page shows. */
export async function judgeChat(
  report: Report,
  site: MortalSite,
  people: readonly Person[],
  memory: Memory,
  when: string,
): Promise<void> {
  const judge: Judge = (what, wrong, of) =>
    report.most(`${when}: ${what}, of ${of}`, wrong.length, 0, { notes: wrong.slice(0, 3) });
  const views = await fetchViews(site, people);
  judgeMessages(judge, views, memory);
  judgeOrder(judge, views, memory);
  const seconds = await judgeSights(judge, site, people, views);
  report.told(`${when}: seconds until every page was right`, seconds);
}

type Judge = (what: string, wrong: string[], of: number) => void;

/** What pages and lists show, once there was time for everything to be heard; answers how long that took. */
async function judgeSights(
  judge: Judge,
  site: MortalSite,
  people: readonly Person[],
  views: Views,
): Promise<number> {
  const started = performance.now();
  let wrong = await wrongSights(site, people, views);
  while (Object.values(wrong).some(({ length }) => length) && performance.now() - started < PATIENCE) {
    await pause(500);
    wrong = await wrongSights(site, people, views);
  }
  const tabs = people.flatMap((one) => one.tabs);
  judge("pages that show something else than is kept", wrong.lists, tabs.length);
  judge("unread counts that pages have wrong", wrong.counts, tabs.length);
  judge("unread counts that the list of conversations has wrong", wrong.answers, people.length);
  judge(
    "things heard that no page should hear",
    tabs.flatMap(({ complaints }) => complaints),
    tabs.length,
  );
  return (performance.now() - started) / 1000;
}

function judgeMessages(judge: Judge, views: Views, memory: Memory): void {
  const { said, acknowledged } = memory;
  const isKeptOnce = (one: Said, viewer: number, other: number) => {
    const { messages } = viewOf(views, viewer, other);
    const found = messages.filter(({ body }) => body === one.body);
    return found.length === 1 && found[0]?.sender === one.from && one.ids.has(found[0].id);
  };
  const names = (list: readonly Said[]) => list.map(({ body }) => body);
  judge(
    "acknowledged messages that their sender does not see exactly once",
    names(acknowledged.filter((one) => !isKeptOnce(one, one.from, one.to))),
    acknowledged.length,
  );
  judge(
    "acknowledged messages that the other does not see exactly once",
    names(acknowledged.filter((one) => !isKeptOnce(one, one.to, one.from))),
    acknowledged.length,
  );
  judge("messages acknowledged under two ids", names(said.filter(({ ids }) => ids.size > 1)), said.length);
  const known = new Set(
    said.map(({ from, to, body }) => `${Math.min(from, to)} ${Math.max(from, to)} ${body}`),
  );
  const kept = [...views].flatMap(([view, { messages }]) => {
    const [low, high] = view
      .split(" ")
      .map(Number)
      .sort((a, b) => a - b);
    return messages.map(({ body }) => `${low} ${high} ${body}`);
  });
  judge(
    "messages that nobody has sent",
    kept.filter((one) => !known.has(one)),
    kept.length,
  );
  judge("messages and read marks refused", memory.refused, memory.posts);
}

function judgeOrder(judge: Judge, views: Views, memory: Memory): void {
  const isAscending = (numbers: readonly number[]) =>
    numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0));
  const all = [...views];
  judge(
    "lists that are not in the order of their ids",
    all
      .filter(([, { messages }]) => !isAscending(messages.map(({ id }) => numberOf(id))))
      .map(([view]) => view),
    all.length,
  );
  const ids = ({ messages }: Conversed) => messages.map(({ id }) => id).join();
  judge(
    "lists that the other sees differently",
    all
      .filter(
        ([view, seen]) =>
          ids(seen) !== ids(viewOf(views, ...(view.split(" ").reverse().map(Number) as [number, number]))),
      )
      .map(([view]) => view),
    all.length,
  );
  const senders = Map.groupBy(memory.acknowledged, ({ from, to }) => `${from} → ${to}`);
  judge(
    "senders whose messages are not in the order they were sent",
    [...senders]
      .filter(([, list]) => !isAscending(list.map(({ ids: [id = ""] }) => numberOf(id))))
      .map(([name]) => name),
    senders.size,
  );
  const forgotten = [...memory.read].filter(([key, id]) => {
    const read = views.get(key)?.read;
    return !read || numberOf(read) < numberOf(id);
  });
  judge(
    "read marks that were acknowledged and forgotten",
    forgotten.map(([key]) => key),
    memory.read.size,
  );
}

interface Wrong {
  lists: string[];
  counts: string[];
  answers: string[];
}

/** What pages and lists have wrong at this moment, against what the conversations themselves say. */
async function wrongSights(site: MortalSite, people: readonly Person[], views: Views): Promise<Wrong> {
  const wrong: Wrong = { lists: [], counts: [], answers: [] };
  for (const { guest, others, tabs } of people) {
    const truth = new Map(others.map((other) => [other, unreadOf(viewOf(views, guest.id, other), other)]));
    const sum = [...truth.values()].reduce((all, one) => all + one, 0);
    const told = await fetchUnread(site, guest);
    for (const [other, unread] of truth) {
      const { messages, unread: kept } = viewOf(views, guest.id, other);
      const listed = told.by.get(other) ?? 0;
      if (listed !== unread || kept !== unread)
        wrong.answers.push(`${guest.id} of ${other}: ${listed} listed and ${kept} kept, should be ${unread}`);
      for (const tab of tabs) {
        const count = tab.unread.get(other) ?? 0;
        if (count !== unread) wrong.counts.push(`${guest.id} of ${other}: ${count}, should be ${unread}`);
        const shown = [...(tab.shown.get(other)?.values() ?? [])];
        const expected = messages.map(({ id, body }) => `${id} ${body}`);
        const seen = shown
          .sort((a, b) => numberOf(a.id) - numberOf(b.id))
          .map(({ id, body }) => `${id} ${body}`);
        if (seen.join() !== expected.join()) wrong.lists.push(differenceOf(guest.id, other, seen, expected));
      }
    }
    if (told.all !== sum) wrong.answers.push(`${guest.id}: ${told.all} of all, should be ${sum}`);
    for (const tab of tabs)
      if (tab.unreadAll !== sum) wrong.counts.push(`${guest.id}: ${tab.unreadAll} of all, should be ${sum}`);
  }
  return wrong;
}

/** Messages of the other after the read mark. */
function unreadOf({ messages, read }: Conversed, other: number): number {
  const upTo = read ? numberOf(read) : 0;
  return messages.filter(({ id, sender }) => sender === other && numberOf(id) > upTo).length;
}

function differenceOf(viewer: number, other: number, seen: string[], expected: string[]): string {
  const missing = expected.filter((one) => !seen.includes(one));
  const surplus = seen.filter((one) => !expected.includes(one));
  return `${viewer} with ${other}: ${missing.length} missing (${missing[0]}), ${surplus.length} too many (${surplus[0]})`;
}
