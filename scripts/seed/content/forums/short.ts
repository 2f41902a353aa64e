import type { SubforumId } from "#domain/forums/rules.ts";
import { seededRandom, shuffled } from "../random.ts";
import { NAMES } from "../text/names.ts";
import type { SeedThread, ThreadLine } from "./thread.ts";

type ThreadKind = keyof typeof REPLIES;
type Opening = readonly [subforum: SubforumId, kind: ThreadKind, author: string, title: string, text: string];

/** Threads with an opening post; generic replies are added. */
const OPENINGS: readonly Opening[] = [
  [
    1,
    "show",
    "Sakura_Steps",
    "春の階段ができました",
    "三週間かかりました。感想をお願いします！\n\n{level:13}",
  ],
  [
    1,
    "show",
    "CloudNine9",
    "I made a level out of only four colors",
    "Sky, cloud, darker cloud, *one* red balloon.\n\n{level:16}",
  ],
  [
    1,
    "show",
    "el_saltador",
    "Nuevo nivel: ahora con menos sierras",
    "Me pidieron menos sierras. Hay una. Se llama Paco.\n\n{level:19}",
  ],
  [
    1,
    "show",
    "WindmillWill",
    "Finished the windmill after two months",
    "It *turns*. I just stand there and watch it turn.\n\n{level:22}",
  ],
  [
    1,
    "show",
    "GhostToast",
    "spooky but make it breakfast",
    "a haunted kitchen. the toaster is the boss. boo (with butter)\n\n{level:25}",
  ],
  [
    1,
    "show",
    "AstroAnke",
    "Raumstation mit Kräutergarten",
    "Basilikum in der Schwerelosigkeit wächst in alle Richtungen. Ich auch.\n\n{level:28}",
  ],
  [1, "show", "Vera_Volt", "Laser hallway, version 12", "Now with 20% less hallway.\n\n{level:33}"],
  [
    1,
    "show",
    "FrogOnARoof",
    "roof level. all roof. only roof",
    "there is no ground. I checked.\n\n{level:36}",
  ],
  [
    1,
    "idea",
    "Penny_Platform",
    "Idea: levels with seasons",
    "The same level, but in winter the river is *ice* and in summer there are more bees. Bees are optional.",
  ],
  [
    1,
    "idea",
    "StarSipper",
    "Idea: a map of all the stars I've ever found",
    "I'd hang it over my bed. I'd hang it *on* my bed.",
  ],
  [
    1,
    "idea",
    "luna_lanes",
    "Could profiles show a favorite level?",
    "One level, right at the top, with a tiny crown. So people know who you *are*.",
  ],
  [
    1,
    "idea",
    "Waffle_Iron",
    "Emote request: sitting down, exhausted",
    "For after the towers. With a little sigh.",
  ],
  [
    1,
    "idea",
    "Trixie_Trap",
    "A badge for clearing your own level under pressure",
    "Someone watches, you play your own trap, you die, they get the badge.",
  ],
  [
    1,
    "chat",
    "Kangarude",
    "Which level would you show someone who has never played?",
    "My nan's coming for the weekend. I've got *one* shot.",
  ],
  [
    1,
    "chat",
    "icicle_ike",
    "When did you find out you can swim?",
    "I'm asking because it was today. For me. After a year.",
  ],
  [1, "chat", "NachoNinja", "Second place support group", "We meet on Sundays. Silver chairs. Bring snacks."],
  [
    2,
    "chat",
    "PapayaPunk",
    "What's the best fruit and why is it papaya?",
    "Wrong answers welcome, they make the right one shine.",
  ],
  [
    2,
    "chat",
    "hinterhof",
    "Was war heute schön?",
    "Bei mir: Die Tuba von nebenan hatte frei. Ich habe sie vermisst.",
  ],
  [
    2,
    "chat",
    "Mr_Sandman",
    "Bedtime story requests",
    "My daughter wants one about *a bridge that's afraid of water*. I've got until eight.",
  ],
  [
    2,
    "chat",
    "Ida_Isle",
    "If you had an island, what would be the first rule?",
    "Mine: shoes are a suggestion.",
  ],
  [
    2,
    "chat",
    "LavaLlama",
    "floor is lava, irl edition",
    "I made it from the kitchen to the bathroom without touching the floor. ask me anything",
  ],
  [
    2,
    "chat",
    "DoughKnight",
    "Bread of the week",
    "This week: a rye that looks like a castle from the *left*.",
  ],
  [
    2,
    "chat",
    "cubist_cat",
    "Draw your bopi badly and describe it here",
    "Mine has three noses, all of them correct.",
  ],
  [
    2,
    "chat",
    "Speedy_Sven",
    "Things that are faster than you think",
    "Snails downhill. Grandmas at a buffet. Thursday.",
  ],
  [2, "chat", "kumquat77", "small wins thread", "I matched all my socks today. ALL of them."],
  [
    3,
    "help",
    "BubbleBea",
    "How do I put a picture on my level?",
    "Mine has the automatic one and it shows *exactly* the boring corner.",
  ],
  [
    3,
    "help",
    "PlumPirate",
    "How do outfits work?",
    "I have one for land and one for sea. I'd like to change *quickly*, there are often waves.",
  ],
  [
    3,
    "help",
    "wobblywes",
    "Is there a way to test a level before it's public?",
    "I don't want anyone to see me wobble.",
  ],
  [
    3,
    "help",
    "mintymax",
    "Where do I see what I spent?",
    "I had coins. Then there was a sale. Then it was dark.",
  ],
  [
    3,
    "help",
    "Cactus_Carl",
    "how do I change which hand my toy is in",
    "I'm left handed and it *matters* to me",
  ],
  [3, "help", "BoingBoing", "Do stars come back when you play again?", "I want to collect them *forever*."],
  [
    3,
    "help",
    "Zigzag_Zara",
    "My time isn't on the list, why?",
    "It was a good one. I have a witness (my goldfish).",
  ],
];

const REPLIES = {
  show: [
    "Okay, this is lovely.",
    "Played it on the bus, missed my stop. Worth it.",
    "The details!! How long did that corner take?",
    "{quote:0}\n\nThis sentence alone got me to play it.",
    "Cleared! Two falls, both because I was looking around.",
    "favorited :heart:",
    "I showed it to my brother and now I've lost my computer to him",
    "Small thing: the second star is hard to see from below. Everything else: **perfect**.",
    "fixed the star thing, thank you! Please keep that kind of feedback coming.",
    "I want to live there. I'd pay rent in ducks :duck:",
    "The light at the end, just before the goal, that's the part I'll remember.",
    "Can't wait for your next one!",
  ],
  idea: [
    "+1",
    "+1 and a half",
    "I didn't know I wanted this until now.",
    "Yes please. And while we're at it: hats for the checkpoints.",
    "{quote:0}\n\nI read this out loud at dinner and the table is *for* it.",
    "Counter-idea: exactly this, but with ducks.",
    "I'd use it every day, twice on Sundays.",
    "Hmm, wouldn't that make the short levels feel even shorter? Love it anyway.",
    "Someone ping @admin, quick, before I forget what I'm excited about",
    "This, but you can turn it off in the settings, for people like my dad.",
  ],
  chat: [
    "I've thought about this for an hour and my answer is *yes*.",
    "My mom says hi and also that I should go outside. So, quickly: same.",
    "{quote:0}\n\nFramed and hanging over my desk.",
    "I laughed and then I had to explain it to a cat.",
    "Tough one. Ask me again after lunch.",
    "There was a time when I'd have disagreed. It was this morning.",
    "This is why I come here.",
    "I have a drawing of this somewhere, let me find it. (I won't find it.)",
    "One word: soup.",
    "{quote:2}\n\nExplain the cat, please.",
    "Agreed, but *quietly*, there are people sleeping.",
    "Plot twist: ||it was me all along||.",
    "1. yes\n2. no\n3. depends on the weather",
    "same, but with more falling",
  ],
  help: [
    "I had the same question, following.",
    "It's in the three-dot menu, I looked right past it for a month.",
    "On the edit page, right at the bottom. Save it afterwards, I always forget that.",
    "{quote:0}\n\nThat's the most relatable thing I've read today.",
    "If it doesn't show up right away: reload, count to three, breathe.",
    "That worked, thank you!! :happy:",
    "You're welcome! Come back when the next thing breaks, that's what we're here for.",
    "There's also a page for it in the settings.",
    "Same here, turns out I was just on the wrong tab.",
  ],
} as const;

/** Adds some of the kind's replies to each opening, in their given order. */
export function shortThreads(): SeedThread[] {
  const random = seededRandom(31_031);
  return OPENINGS.map(([subforum, kind, author, title, text]) => {
    const all: readonly string[] = REPLIES[kind];
    const others = shuffled(
      NAMES.filter((name) => name !== author),
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
