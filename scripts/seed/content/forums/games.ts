import { type Random, seededRandom, shuffled } from "../random.ts";
import { BIOS, NAMES } from "../text/names.ts";
import {
  COUNTING_LINES,
  DOUBLE_NUMBER,
  FALL_LINES,
  HAIKU_LINES,
  HELLO_LINES,
  OUTFIT_LINES,
  PRAISE_LINES,
  STORY_LINES,
  WELCOME_LINES,
  WOULD_YOU_RATHER_LINES,
} from "./lines.ts";
import type { SeedThread, ThreadLine } from "./thread.ts";

/** All users but the first two, who are staff. */
const OTHERS = NAMES.slice(2);

type Community = readonly { username: string; joinedDaysAgo: number }[];

/** Assigns texts to random authors, never the same one twice in a row. */
function takeTurns(
  random: Random,
  texts: readonly string[],
  names: readonly string[] = OTHERS,
): ThreadLine[] {
  let last = "";
  return texts.map((text) => {
    const author = random.pick(names.filter((name) => name !== last));
    last = author;
    return [author, text] as const;
  });
}

/** Users introduce themselves in the order they joined, and now and then someone welcomes them. */
function introductions(random: Random, people: Community): SeedThread {
  const lines: ThreadLine[] = [
    [
      "admin",
      "New here? Say hello! Been here forever? Say hello too. Who are you, what do you build and what do you fall off?\n\nI'll start: I keep the lights on. My first level had no goal. It took me **three weeks** to notice.",
    ],
    ["moderator", 'Hello! I drink tea and read reports. My best time on anything is "eventually."'],
  ];
  const greetings = shuffled(WELCOME_LINES, random);
  const bios = new Map(NAMES.map((name, i) => [name as string, BIOS[i]]));
  const arrived = [...people].sort((a, b) => b.joinedDaysAgo - a.joinedDaysAgo);
  for (const { username } of arrived) {
    const bio = bios.get(username);
    if (!bio || username === "admin" || username === "moderator") continue;
    const hello = /^(?:Hi|Hallo|Ahoy|G'day)/.test(bio) ? "" : `${random.pick(HELLO_LINES)} `;
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
    .map((number) => COUNTING_LINES[number] ?? String(number));
  const opening: ThreadLine = [
    "Jumpy_Jules",
    "Rules: one number per reply, never the same person twice in a row, and if someone gets it wrong we all clap politely and keep going.",
  ];
  return {
    subforum: 2,
    title: "Let's count to 1,000 before someone gets it wrong",
    daysAgo: 64,
    lines: [opening, ...takeTurns(random, numbers)],
  };
}

function story(random: Random): SeedThread {
  const opening: ThreadLine = [
    "LostInMaze",
    "A story, but everyone can only add **one to three words**. I'll start:\n\n*Once*",
  ];
  return {
    subforum: 2,
    title: "Three-word story",
    daysAgo: 39,
    lines: [opening, ...takeTurns(random, STORY_LINES)],
  };
}

function rateTheLevelAbove(random: Random): SeedThread {
  const levels = shuffled(
    Array.from({ length: 90 }, (_, i) => i + 8),
    random,
  ).slice(0, 42);
  const liked = shuffled(PRAISE_LINES, random);
  const opening: ThreadLine = [
    "PixelPanda",
    `Play the level above, say something **nice** about it, post another one (yours or not).\n\n{level:${levels[0]}}`,
  ];
  const texts = levels.slice(1).map((level, i) => `${liked[i % liked.length]}\n\n{level:${level}}`);
  return {
    subforum: 1,
    title: "Say something nice about the level above",
    daysAgo: 57,
    lines: [opening, ...takeTurns(random, texts)],
  };
}

const gameThread = (
  random: Random,
  place: Pick<SeedThread, "subforum" | "title" | "daysAgo">,
  opening: ThreadLine,
  texts: readonly string[],
): SeedThread => ({ ...place, lines: [opening, ...takeTurns(random, texts)] });

/** The long threads with posts by everyone. */
export function gameThreads(people: Community): SeedThread[] {
  const random = seededRandom(77_177);
  return [
    introductions(random, people),
    counting(random),
    story(random),
    rateTheLevelAbove(random),
    gameThread(
      random,
      { subforum: 1, title: "The silliest way you've ever fallen", daysAgo: 92 },
      [
        "bobby",
        "Mine: I stopped one block before the goal to *wave at someone*. On ice. I'm still sliding, spiritually.",
      ],
      FALL_LINES,
    ),
    gameThread(
      random,
      { subforum: 1, title: "What is your bopi wearing today?", daysAgo: 18 },
      ["Zoe_in_Orbit", "Me: {item:Space Leggings}\n\nand a serious face."],
      OUTFIT_LINES,
    ),
    gameThread(
      random,
      { subforum: 2, title: "Would you rather (answer, then ask)", daysAgo: 29 },
      [
        "mango_mage",
        "Would you rather have a duck that only ever speaks the truth, or a llama that knows a shortcut?",
      ],
      WOULD_YOU_RATHER_LINES,
    ),
    gameThread(
      random,
      { subforum: 2, title: "Haiku, but about falling", daysAgo: 47 },
      [
        "Yuki_no_Ato",
        "五・七・五 in any language. I'll start:\n\n*snow on the ladder*\n*I was sure there was a step*\n*hello, checkpoint one*",
      ],
      HAIKU_LINES,
    ),
  ];
}
