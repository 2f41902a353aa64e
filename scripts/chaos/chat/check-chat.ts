import { setTimeout as pause } from "node:timers/promises";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import type { BenchReport } from "../../bench/report.ts";
import type { KillableSite } from "../killable-site.ts";
import { type ChatHistory, numberOf, type SentMessage } from "./chat-history.ts";
import { type FetchedConversation, fetchMessages, fetchUnread } from "./fetch-messages.ts";

import type { Tab } from "./tab.ts";

/** A user with their contacts and open tabs. */
export interface ChatUser {
  user: BenchUser;
  others: readonly number[];
  tabs: readonly Tab[];
}

const TIMEOUT_MS = 60_000;

/** Each user's view of each conversation, by "viewer other". */
type Views = Map<string, FetchedConversation>;
const viewOf = (views: Views, viewer: number, other: number): FetchedConversation =>
  views.get(`${viewer} ${other}`) ?? { messages: [], read: null, unread: 0 };

async function fetchViews(site: KillableSite, users: readonly ChatUser[]): Promise<Views> {
  const views: Views = new Map();
  for (const { user, others } of users)
    for (const other of others) views.set(`${user.id} ${other}`, await fetchMessages(site, user, other));
  return views;
}

/** Compares acknowledged messages with the stored ones, and both with every tab. */
export async function checkChat(
  report: BenchReport,
  site: KillableSite,
  users: readonly ChatUser[],
  history: ChatHistory,
  when: string,
): Promise<void> {
  const check: ChatCheck = (label, wrong, total) =>
    report.atMost(`${when}: ${label}, of ${total}`, wrong.length, 0, { notes: wrong.slice(0, 3) });
  const views = await fetchViews(site, users);
  checkMessages(check, views, history);
  checkOrder(check, views, history);
  const seconds = await checkTabs(check, site, users, views);
  report.info(`${when}: seconds until every page was right`, seconds);
}

type ChatCheck = (label: string, wrong: string[], total: number) => void;

/** Waits until tabs and lists are correct. Returns the seconds it took. */
async function checkTabs(
  check: ChatCheck,
  site: KillableSite,
  users: readonly ChatUser[],
  views: Views,
): Promise<number> {
  const started = performance.now();
  let wrong = await findTabProblems(site, users, views);
  while (Object.values(wrong).some(({ length }) => length) && performance.now() - started < TIMEOUT_MS) {
    await pause(500);
    wrong = await findTabProblems(site, users, views);
  }
  const tabs = users.flatMap((one) => one.tabs);
  check("pages that differ from what is stored", wrong.lists, tabs.length);
  check("unread counts that pages have wrong", wrong.counts, tabs.length);
  check("unread counts that the list of conversations has wrong", wrong.conversationLists, users.length);
  check(
    "events that no page should receive",
    tabs.flatMap(({ errors }) => errors),
    tabs.length,
  );
  return (performance.now() - started) / 1000;
}

function checkMessages(check: ChatCheck, views: Views, history: ChatHistory): void {
  const { sent, acknowledged } = history;
  const isStoredOnce = (one: SentMessage, viewer: number, other: number) => {
    const { messages } = viewOf(views, viewer, other);
    const found = messages.filter(({ body }) => body === one.body);
    return found.length === 1 && found[0]?.sender === one.from && one.ids.has(found[0].id);
  };
  const names = (list: readonly SentMessage[]) => list.map(({ body }) => body);
  check(
    "acknowledged messages that their sender doesn't see exactly once",
    names(acknowledged.filter((one) => !isStoredOnce(one, one.from, one.to))),
    acknowledged.length,
  );
  check(
    "acknowledged messages that the recipient doesn't see exactly once",
    names(acknowledged.filter((one) => !isStoredOnce(one, one.to, one.from))),
    acknowledged.length,
  );
  check("messages acknowledged under two ids", names(sent.filter(({ ids }) => ids.size > 1)), sent.length);
  const known = new Set(
    sent.map(({ from, to, body }) => `${Math.min(from, to)} ${Math.max(from, to)} ${body}`),
  );
  const stored = [...views].flatMap(([view, { messages }]) => {
    const [low, high] = view
      .split(" ")
      .map(Number)
      .sort((a, b) => a - b);
    return messages.map(({ body }) => `${low} ${high} ${body}`);
  });
  check(
    "messages that no one sent",
    stored.filter((one) => !known.has(one)),
    stored.length,
  );
  check("messages and read marks rejected", history.rejected, history.posts);
}

function checkOrder(check: ChatCheck, views: Views, history: ChatHistory): void {
  const isAscending = (numbers: readonly number[]) =>
    numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0));
  const all = [...views];
  check(
    "lists that aren't in the order of their ids",
    all
      .filter(([, { messages }]) => !isAscending(messages.map(({ id }) => numberOf(id))))
      .map(([view]) => view),
    all.length,
  );
  const ids = ({ messages }: FetchedConversation) => messages.map(({ id }) => id).join();
  check(
    "lists that the other user sees differently",
    all
      .filter(
        ([view, seen]) =>
          ids(seen) !== ids(viewOf(views, ...(view.split(" ").reverse().map(Number) as [number, number]))),
      )
      .map(([view]) => view),
    all.length,
  );
  const senders = Map.groupBy(history.acknowledged, ({ from, to }) => `${from} → ${to}`);
  check(
    "senders whose messages aren't in the order they were sent",
    [...senders]
      .filter(([, list]) => !isAscending(list.map(({ ids: [id = ""] }) => numberOf(id))))
      .map(([name]) => name),
    senders.size,
  );
  const lost = [...history.read].filter(([key, id]) => {
    const read = views.get(key)?.read;
    return !read || numberOf(read) < numberOf(id);
  });
  check(
    "acknowledged read marks that were lost",
    lost.map(([key]) => key),
    history.read.size,
  );
}

interface TabProblems {
  lists: string[];
  counts: string[];
  conversationLists: string[];
}

/** Compares tabs and lists with the conversations right now. */
async function findTabProblems(
  site: KillableSite,
  users: readonly ChatUser[],
  views: Views,
): Promise<TabProblems> {
  const wrong: TabProblems = { lists: [], counts: [], conversationLists: [] };
  for (const { user, others, tabs } of users) {
    const truth = new Map(others.map((other) => [other, unreadOf(viewOf(views, user.id, other), other)]));
    const sum = [...truth.values()].reduce((all, one) => all + one, 0);
    const unreadCounts = await fetchUnread(site, user);
    for (const [other, unread] of truth) {
      const { messages, unread: stored } = viewOf(views, user.id, other);
      const listed = unreadCounts.by.get(other) ?? 0;
      if (listed !== unread || stored !== unread)
        wrong.conversationLists.push(
          `${user.id} of ${other}: ${listed} listed and ${stored} kept, should be ${unread}`,
        );
      for (const tab of tabs) {
        const count = tab.unread.get(other) ?? 0;
        if (count !== unread) wrong.counts.push(`${user.id} of ${other}: ${count}, should be ${unread}`);
        const shown = [...(tab.shown.get(other)?.values() ?? [])];
        const expected = messages.map(({ id, body }) => `${id} ${body}`);
        const seen = shown
          .sort((a, b) => numberOf(a.id) - numberOf(b.id))
          .map(({ id, body }) => `${id} ${body}`);
        if (seen.join() !== expected.join())
          wrong.lists.push(describeDifference(user.id, other, seen, expected));
      }
    }
    if (unreadCounts.all !== sum)
      wrong.conversationLists.push(`${user.id}: ${unreadCounts.all} of all, should be ${sum}`);
    for (const tab of tabs)
      if (tab.unreadAll !== sum) wrong.counts.push(`${user.id}: ${tab.unreadAll} of all, should be ${sum}`);
  }
  return wrong;
}

/** Counts the other user's messages after the read mark. */
function unreadOf({ messages, read }: FetchedConversation, other: number): number {
  const upTo = read ? numberOf(read) : 0;
  return messages.filter(({ id, sender }) => sender === other && numberOf(id) > upTo).length;
}

function describeDifference(viewer: number, other: number, seen: string[], expected: string[]): string {
  const missing = expected.filter((one) => !seen.includes(one));
  const extra = seen.filter((one) => !expected.includes(one));
  return `${viewer} with ${other}: ${missing.length} missing (${missing[0]}), ${extra.length} too many (${extra[0]})`;
}
