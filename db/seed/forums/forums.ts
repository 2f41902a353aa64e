import type { SubforumId } from "#domain/forums/rules.ts";
import { type Random, seededRandom } from "../random.ts";
import { CENTRAL } from "./central.ts";
import { gameThreads } from "./games.ts";
import { HELP } from "./help.ts";
import { OFF_TOPIC } from "./off-topic.ts";
import { shortThreads } from "./short.ts";
import type { Fate, SeedThread } from "./thread.ts";

/** What the forums' texts may name. */
export interface ForumWorld {
  /** Usernames with the days since they joined, in the order of their ids. */
  people: readonly { username: string; joinedDaysAgo: number }[];
  /** Public levels, the most popular first. */
  levels: readonly { id: number; title: string; maker: string }[];
  /** Ids of items by name. */
  items: ReadonlyMap<string, number>;
}

export interface ForumThread {
  id: number;
  subforum_id: SubforumId;
  title: string;
  /** Index of who began it. */
  person: number;
  daysAgo: number;
  pinned: boolean;
  locked: boolean;
  removed: boolean;
}

/** A thread's beginning (position 0) or a reply; ids grow with time. */
export interface ForumPost extends Fate {
  id: number;
  thread_id: number;
  position: number;
  person: number;
  body: string;
  /** The post it quotes. */
  quote_id: number | null;
  daysAgo: number;
}

export interface Forums {
  threads: ForumThread[];
  posts: ForumPost[];
  bookmarks: { person: number; thread_id: number; daysAgo: number }[];
}

/** The people that the demo world is entered as. */
const SIGN_INS = 4;
const QUOTED = 300;

/** The demo community's forums: what everybody said, when, and what they marked. */
export function seedForums(world: ForumWorld): Forums {
  const random = seededRandom(12_021);
  const indexes = new Map(world.people.map(({ username }, i) => [username, i]));
  const indexOf = (name: string): number => {
    const index = indexes.get(name);
    if (index === undefined) throw new Error(`nobody is called ${name}`);
    return index;
  };
  const joined = (name: string) => world.people[indexOf(name)]?.joinedDaysAgo ?? 1;
  const drafts = [...CENTRAL, ...OFF_TOPIC, ...HELP, ...gameThreads(world.people), ...shortThreads()]
    .map((thread) => ({ thread, begun: begunDaysAgo(thread, joined) }))
    .sort((a, b) => b.begun - a.begun);
  const threads = drafts.map(({ thread, begun }, i) => ({
    id: i + 1,
    subforum_id: thread.in,
    title: fill(thread.title, world),
    person: indexOf(thread.lines[0]?.[0] ?? ""),
    daysAgo: begun,
    pinned: thread.pinned ?? false,
    locked: thread.locked ?? false,
    removed: thread.removed ?? false,
  }));
  const posts = drafts
    .flatMap(({ thread, begun }, i) => {
      const times = timesOf(thread, begun, random, joined);
      return thread.lines.map(([who, body, fate], position) => ({
        ...{ id: 0, thread_id: i + 1, position, person: indexOf(who), body, quote_id: null as number | null },
        daysAgo: times[position] ?? 0,
        ...fate,
      }));
    })
    .sort((a, b) => b.daysAgo - a.daysAgo || a.thread_id - b.thread_id || a.position - b.position);
  posts.forEach((post, i) => {
    post.id = i + 1;
  });
  quote(posts, world);
  const bookmarks = Array.from({ length: SIGN_INS }, (_, person) =>
    threads
      .filter(() => random.chance(0.18))
      .map(({ id, daysAgo }) => ({ person, thread_id: id, daysAgo: daysAgo * random.range(0, 0.9) })),
  ).flat();
  return { threads, posts, bookmarks };
}

/** Nobody writes before they came: a thread of old friends is as young as the newest of them. */
function begunDaysAgo({ daysAgo, lines, arrivals }: SeedThread, joined: (name: string) => number): number {
  const writers = arrivals ? lines.slice(0, 1) : lines;
  return Math.min(daysAgo, ...writers.map(([who]) => joined(who) * 0.97));
}

/** When each line was written. Most answers come soon; some threads go on until today. */
function timesOf(
  { lines, span: told, arrivals }: SeedThread,
  begunDays: number,
  random: Random,
  joined: (name: string) => number,
): number[] {
  if (arrivals) {
    let last = begunDays;
    return lines.map(([who], i) => {
      last = i === 0 ? last : Math.min(last * random.range(0.995, 0.999), joined(who) * 0.97);
      return last;
    });
  }
  const span = told ?? begunDays;
  const most = Math.min(span, begunDays) * 0.98;
  const answers = lines.slice(1).map(() => begunDays - most * random.next() ** (span < begunDays ? 2 : 1.1));
  return [begunDays, ...answers.sort((a, b) => b - a)];
}

/** Puts in what stands for levels and items, and what was quoted, as it was written. */
function quote(posts: ForumPost[], world: ForumWorld): void {
  const places = new Map(posts.map((post) => [`${post.thread_id} ${post.position}`, post]));
  for (const post of posts) {
    post.body = fill(post.body, world).replace(/\{quote:(\d+)\}/, (_, position: string) => {
      const quoted = places.get(`${post.thread_id} ${position}`);
      if (!quoted || quoted.id >= post.id) throw new Error(`"${post.body}" quotes what is not there`);
      post.quote_id = quoted.id;
      const lines = quoted.body.split("\n").filter((line) => !line.startsWith(">"));
      const words = lines.join("\n").trim().slice(0, QUOTED).split("\n");
      const name = world.people[quoted.person]?.username;
      const link = `/forums/thread/${post.thread_id}?reply=${quoted.id}#reply-${quoted.id}`;
      return [`[@${name}](${link}) wrote:`, ...words].map((line) => `> ${line}`.trimEnd()).join("\n");
    });
  }
}

function fill(text: string, { levels, items }: ForumWorld): string {
  return text
    .replace(/\{(level|title|maker):(\d+)\}/g, (whole, what: string, rank: string) => {
      const level = levels[Number(rank)];
      if (!level) throw new Error(`there is no level for ${whole}`);
      return what === "level" ? `/levels/${level.id}` : what === "title" ? level.title : level.maker;
    })
    .replace(/\{item:([^}]+)\}/g, (whole, name: string) => {
      const id = items.get(name);
      if (id === undefined) throw new Error(`there is no item for ${whole}`);
      return `/items/${id}`;
    });
}
