import type { SubforumId } from "#domain/forums/rules.ts";
import { type Random, seededRandom } from "../random.ts";
import { readTexts } from "../texts.ts";
import { gameThreads } from "./games.ts";
import { shortThreads } from "./short.ts";
import type { PostState, SeedThread } from "./thread.ts";

/** The users, levels and items that forum texts can refer to. */
export interface ForumWorld {
  /** Users in the order of their ids. */
  people: readonly { username: string; bio: string; joinedDaysAgo: number }[];
  /** Public levels, the most popular first. */
  levels: readonly { id: number; title: string; maker: string }[];
  /** Ids of items by name. */
  items: ReadonlyMap<string, number>;
}

export interface ForumThread {
  id: number;
  subforum_id: SubforumId;
  title: string;
  /** Index of the author. */
  person: number;
  daysAgo: number;
  pinned: boolean;
  locked: boolean;
  removed: boolean;
}

/** A thread's first post (position 0) or a reply. Ids increase with time. */
export interface ForumPost extends PostState {
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

/** The demo sign-ins. */
const SIGN_IN_COUNT = 4;
const MAX_QUOTE = 300;

/** Generates the demo forums: threads, posts and bookmarks. */
export function seedForums(world: ForumWorld): Forums {
  const random = seededRandom(12_021);
  const indexes = new Map(world.people.map(({ username }, i) => [username, i]));
  const indexOf = (name: string): number => {
    const index = indexes.get(name);
    if (index === undefined) throw new Error(`no user named ${name}`);
    return index;
  };
  const joined = (name: string) => world.people[indexOf(name)]?.joinedDaysAgo ?? 1;
  const drafts = [...readTexts<SeedThread[]>("threads"), ...gameThreads(world.people), ...shortThreads()]
    .map((thread) => ({ thread, startedAgo: startedDaysAgo(thread, joined) }))
    .sort((a, b) => b.startedAgo - a.startedAgo);
  const threads = drafts.map(({ thread, startedAgo }, i) => ({
    id: i + 1,
    subforum_id: thread.subforum,
    title: fillIn(thread.title, world),
    person: indexOf(thread.lines[0]?.[0] ?? ""),
    daysAgo: startedAgo,
    pinned: thread.pinned ?? false,
    locked: thread.locked ?? false,
    removed: thread.removed ?? false,
  }));
  const posts = drafts
    .flatMap(({ thread, startedAgo }, i) => {
      const times = postTimes(thread, startedAgo, random, joined);
      return thread.lines.map(([author, body, state], position) => ({
        id: 0,
        thread_id: i + 1,
        position,
        person: indexOf(author),
        body,
        quote_id: null as number | null,
        daysAgo: times[position] ?? 0,
        ...state,
      }));
    })
    .sort((a, b) => b.daysAgo - a.daysAgo || a.thread_id - b.thread_id || a.position - b.position);
  posts.forEach((post, i) => {
    post.id = i + 1;
  });
  fillBodies(posts, world);
  const bookmarks = Array.from({ length: SIGN_IN_COUNT }, (_, person) =>
    threads
      .filter(() => random.chance(0.18))
      .map(({ id, daysAgo }) => ({ person, thread_id: id, daysAgo: daysAgo * random.range(0, 0.9) })),
  ).flat();
  return { threads, posts, bookmarks };
}

/** Returns the thread's age. No one posts before joining, so its newest author limits it. */
function startedDaysAgo({ daysAgo, lines, arrivals }: SeedThread, joined: (name: string) => number): number {
  const writers = arrivals ? lines.slice(0, 1) : lines;
  return Math.min(daysAgo, ...writers.map(([author]) => joined(author) * 0.97));
}

/** Returns the age of each post. Most replies come soon; some threads continue until today. */
function postTimes(
  { lines, spanDays, arrivals }: SeedThread,
  startedAgo: number,
  random: Random,
  joined: (name: string) => number,
): number[] {
  if (arrivals) {
    let last = startedAgo;
    return lines.map(([author], i) => {
      last = i === 0 ? last : Math.min(last * random.range(0.995, 0.999), joined(author) * 0.97);
      return last;
    });
  }
  const span = spanDays ?? startedAgo;
  const most = Math.min(span, startedAgo) * 0.98;
  const replies = lines
    .slice(1)
    .map(() => startedAgo - most * random.next() ** (span < startedAgo ? 2 : 1.1));
  return [startedAgo, ...replies.sort((a, b) => b - a)];
}

/** Fills in the placeholders of all posts, including quotes. */
function fillBodies(posts: ForumPost[], world: ForumWorld): void {
  const byPosition = new Map(posts.map((post) => [`${post.thread_id} ${post.position}`, post]));
  for (const post of posts) {
    post.body = fillIn(post.body, world).replace(/\{quote:(\d+)\}/, (_, position: string) => {
      const quoted = byPosition.get(`${post.thread_id} ${position}`);
      if (!quoted || quoted.id >= post.id) throw new Error(`"${post.body}" quotes a later post`);
      post.quote_id = quoted.id;
      const lines = quoted.body.split("\n").filter((line) => !line.startsWith(">"));
      const quotedLines = lines.join("\n").trim().slice(0, MAX_QUOTE).split("\n");
      const name = world.people[quoted.person]?.username;
      const link = `/forums/thread/${post.thread_id}?reply=${quoted.id}#reply-${quoted.id}`;
      return [`[@${name}](${link}) wrote:`, ...quotedLines].map((line) => `> ${line}`.trimEnd()).join("\n");
    });
  }
}

function fillIn(text: string, { levels, items }: ForumWorld): string {
  return text
    .replace(/\{(level|title|maker):(\d+)\}/g, (whole, what: string, rank: string) => {
      const level = levels[Number(rank)];
      if (!level) throw new Error(`no level for ${whole}`);
      return what === "level" ? `/levels/${level.id}` : what === "title" ? level.title : level.maker;
    })
    .replace(/\{item:([^}]+)\}/g, (whole, name: string) => {
      const id = items.get(name);
      if (id === undefined) throw new Error(`no item for ${whole}`);
      return `/items/${id}`;
    });
}
