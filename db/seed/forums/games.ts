import { type Random, seededRandom, shuffled } from "../random.ts";
import { BIOS, NAMES } from "../text/names.ts";
import {
  COUNTED,
  FALLS,
  HAIKU,
  HELLOS,
  LIKED,
  STORY,
  TWO_AT_ONCE,
  WEARING,
  WELCOMES,
  WOULD_YOU,
} from "./game-lines.ts";
import type { Line, SeedThread } from "./thread.ts";

/** The first two of the people are staff, the next two are entered as. */
const OTHERS = NAMES.slice(2);

type Community = readonly { username: string; joinedDaysAgo: number }[];

/** One after the other, never the same person twice in a row. */
function inTurns(random: Random, texts: readonly string[], names: readonly string[] = OTHERS): Line[] {
  let last = "";
  return texts.map((text) => {
    const who = random.pick(names.filter((name) => name !== last));
    last = who;
    return [who, text] as const;
  });
}

/** Everybody says who they are, in the order in which they came, and now and then somebody says hello. */
function introductions(random: Random, people: Community): SeedThread {
  const lines: Line[] = [
    [
      "admin",
      "New here? Say hello! Old here? Say hello too. Tell us who you are, what you build or what you fall off.\n\nI'll begin: I keep the lights on. My first level had no goal. I noticed after **three weeks**.",
    ],
    ["moderator", 'Hello! I drink tea and read reports. My best time on anything is "eventually".'],
  ];
  const greetings = shuffled(WELCOMES, random);
  const bios = new Map(NAMES.map((name, i) => [name as string, BIOS[i]]));
  const arrived = [...people].sort((a, b) => b.joinedDaysAgo - a.joinedDaysAgo);
  for (const { username } of arrived) {
    const bio = bios.get(username);
    if (!bio || username === "admin" || username === "moderator") continue;
    const hello = /^(?:Hi|Hallo|Ahoy|G'day)/.test(bio) ? "" : `${random.pick(HELLOS)} `;
    lines.push([username, hello + bio.replaceAll("\n", "\n\n")]);
    const greeting = random.chance(0.4) ? greetings.pop() : undefined;
    const others = lines.map(([who]) => who).filter((who) => who !== username);
    if (greeting) lines.push([random.pick(others), greeting.replace("{name}", username)]);
  }
  return { in: 1, title: "Introduce yourself!", daysAgo: 758, arrivals: true, lines };
}

function counting(random: Random): SeedThread {
  const numbers = Array.from({ length: 105 }, (_, i) => i + 1)
    .filter((number) => number !== TWO_AT_ONCE + 1)
    .map((number) => COUNTED[number] ?? String(number));
  const opening: Line = [
    "Jumpy_Jules",
    "Rules: one number per reply, never twice in a row by the same person, and if somebody gets it wrong we all clap politely and go on.",
  ];
  return {
    in: 2,
    title: "Let's count to 1,000 before somebody gets it wrong",
    daysAgo: 64,
    lines: [opening, ...inTurns(random, numbers)],
  };
}

function story(random: Random): SeedThread {
  const opening: Line = [
    "LostInMaze",
    "A story, but everybody may only write **one to three words**. I'll begin:\n\n*Once*",
  ];
  return { in: 2, title: "Three-word story", daysAgo: 39, lines: [opening, ...inTurns(random, STORY)] };
}

function rateTheLevelAbove(random: Random): SeedThread {
  const levels = shuffled(
    Array.from({ length: 90 }, (_, i) => i + 8),
    random,
  ).slice(0, 42);
  const liked = shuffled(LIKED, random);
  const opening: Line = [
    "PixelPanda",
    `Play the level above, say something **nice** about it, post another one (yours or not).\n\n{level:${levels[0]}}`,
  ];
  const texts = levels.slice(1).map((level, i) => `${liked[i % liked.length]}\n\n{level:${level}}`);
  return {
    in: 1,
    title: "Say something nice about the level above",
    daysAgo: 57,
    lines: [opening, ...inTurns(random, texts)],
  };
}

const game = (
  random: Random,
  place: Pick<SeedThread, "in" | "title" | "daysAgo">,
  opening: Line,
  texts: readonly string[],
): SeedThread => ({ ...place, lines: [opening, ...inTurns(random, texts)] });

/** The long threads that everybody writes in. */
export function gameThreads(people: Community): SeedThread[] {
  const random = seededRandom(77_177);
  return [
    introductions(random, people),
    counting(random),
    story(random),
    rateTheLevelAbove(random),
    game(
      random,
      { in: 1, title: "The silliest way you ever fell", daysAgo: 92 },
      [
        "bobby",
        "Mine: I stopped one block before the goal to *wave at somebody*. On ice. I'm still sliding, spiritually.",
      ],
      FALLS,
    ),
    game(
      random,
      { in: 1, title: "What is your bopi wearing today?", daysAgo: 18 },
      ["Zoe_in_Orbit", "Me: {item:Space Leggings}\n\nand a serious face."],
      WEARING,
    ),
    game(
      random,
      { in: 2, title: "Would you rather (answer, then ask)", daysAgo: 29 },
      [
        "mango_mage",
        "Would you rather have a duck that tells only the truth, or a llama that knows a shortcut?",
      ],
      WOULD_YOU,
    ),
    game(
      random,
      { in: 2, title: "Haiku, but about falling", daysAgo: 47 },
      [
        "Yuki_no_Ato",
        "五・七・五 in any language. I'll begin:\n\n*snow on the ladder*\n*I was sure there was a step*\n*hello, checkpoint one*",
      ],
      HAIKU,
    ),
  ];
}
