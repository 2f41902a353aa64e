import type { SubforumId } from "#domain/forums/rules.ts";
import { USERNAMES } from "../people.ts";
import { seededRandom, shuffled } from "../random.ts";
import { readTexts } from "../texts.ts";
import type { SeedThread, ThreadLine } from "./thread.ts";

/** Threads with an opening post; generic replies are added. */
const TEXTS = readTexts<{
  openings: { subforum: SubforumId; kind: string; author: string; title: string; text: string }[];
  replies: Record<string, string[]>;
}>("short-threads");

/** Adds some of the kind's replies to each opening, in their given order. */
export function shortThreads(): SeedThread[] {
  const random = seededRandom(31_031);
  return TEXTS.openings.map(({ subforum, kind, author, title, text }) => {
    const all = TEXTS.replies[kind] ?? [];
    const others = shuffled(
      USERNAMES.filter((name) => name !== author),
      random,
    );
    const count = random.int(3, Math.min(9, all.length));
    const chosen = new Set(shuffled([...all.keys()], random).slice(0, count));
    const replies = all.filter((_, i) => chosen.has(i));
    const lines: ThreadLine[] = replies.map((reply, i) => [
      /^(?:fixed|That worked)/.test(reply) ? author : (others[i] ?? author),
      reply,
    ]);
    // Drop replies that quote a reply that wasn't chosen.
    const valid = lines.filter(([, reply], i) => Number(/\{quote:(\d+)\}/.exec(reply)?.[1] ?? 0) <= i);
    return {
      subforum,
      title,
      daysAgo: Math.round(3 + random.next() ** 1.6 * 240),
      spanDays: random.int(1, 12),
      lines: [[author, text], ...valid],
    };
  });
}
