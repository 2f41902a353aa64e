import { USERNAMES } from "../people.ts";
import { type Random, seededRandom, shuffled } from "../random.ts";
import { readTexts } from "../texts.ts";
import type { SeedThread, ThreadLine } from "./thread.ts";

/** A thread with its opening post, and the texts of its replies or what they are made from. */
interface GameTexts<Lines = string[]> extends Pick<SeedThread, "subforum" | "title" | "daysAgo"> {
  opening: readonly [author: string, text: string];
  lines: Lines;
}

const TEXTS = readTexts<{
  introductions: { opening: ThreadLine[]; hellos: string[]; welcomes: string[] };
  /** Replies for some numbers; the others are plain digits. */
  counting: GameTexts<Record<number, string>>;
  praise: GameTexts;
  story: GameTexts;
  others: GameTexts[];
}>("games");

/** The reply with two numbers. The second number has no reply of its own. */
const DOUBLE_NUMBER = 28;

type Community = readonly { username: string; bio: string; joinedDaysAgo: number }[];

/** Assigns texts to random authors who aren't staff, never the same one twice in a row. */
function withReplies(
  random: Random,
  { lines: _, opening, ...place }: GameTexts<unknown>,
  texts: readonly string[],
): SeedThread {
  let last = "";
  const replies = texts.map((text): ThreadLine => {
    last = random.pick(USERNAMES.slice(2).filter((name) => name !== last));
    return [last, text];
  });
  return { ...place, lines: [opening, ...replies] };
}

/** Users introduce themselves in the order they joined, and now and then someone welcomes them. */
function introductions(random: Random, people: Community): SeedThread {
  const { opening, hellos, welcomes } = TEXTS.introductions;
  const lines = [...opening];
  const greetings = shuffled(welcomes, random);
  const arrived = [...people].sort((a, b) => b.joinedDaysAgo - a.joinedDaysAgo);
  for (const { username, bio } of arrived) {
    if (!bio || username === "admin" || username === "moderator") continue;
    const hello = /^(?:Hi|Hallo|Ahoy|G'day)/.test(bio) ? "" : `${random.pick(hellos)} `;
    lines.push([username, hello + bio.replaceAll("\n", "\n\n")]);
    const greeting = random.chance(0.4) ? greetings.pop() : undefined;
    const others = lines.map(([author]) => author).filter((author) => author !== username);
    if (greeting) lines.push([random.pick(others), greeting.replace("{name}", username)]);
  }
  return { subforum: 1, title: "Introduce yourself!", daysAgo: 758, arrivals: true, lines };
}

function counting(random: Random): SeedThread {
  const numbers = Array.from({ length: 105 }, (_, i) => i + 1)
    .filter((number) => number !== DOUBLE_NUMBER + 1)
    .map((number) => TEXTS.counting.lines[number] ?? String(number));
  return withReplies(random, TEXTS.counting, numbers);
}

function praise(random: Random): SeedThread {
  const { opening, lines, ...place } = TEXTS.praise;
  const ranks = Array.from({ length: 90 }, (_, i) => i + 8);
  const levels = shuffled(ranks, random).slice(0, 42);
  const liked = shuffled(lines, random);
  const [author, text] = opening;
  return withReplies(
    random,
    { ...place, opening: [author, `${text}\n\n{level:${levels[0]}}`], lines },
    levels.slice(1).map((level, i) => `${liked[i % liked.length]}\n\n{level:${level}}`),
  );
}

/** The long threads with posts by everyone. */
export function gameThreads(people: Community): SeedThread[] {
  const random = seededRandom(77_177);
  return [
    introductions(random, people),
    counting(random),
    withReplies(random, TEXTS.story, TEXTS.story.lines),
    praise(random),
    ...TEXTS.others.map((thread) => withReplies(random, thread, thread.lines)),
  ];
}
