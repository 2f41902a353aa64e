import type { World } from "#domain/world/schema.ts";
import { seedPeople } from "./people.ts";
import { type Random, seededRandom, shuffled } from "./random.ts";
import { readTexts } from "./texts.ts";
import { THEMES, type Theme } from "./worlds/themes.ts";

export interface SeedLevel {
  title: string;
  description: string;
  category: "" | "star collection" | "free roam";
  theme: Theme;
  world: World;
  /** Index into `seedPeople()`. The creator joined before the level's creation. */
  creatorIndex: number;
  createdDaysAgo: number;
  /** At most `createdDaysAgo`. */
  updatedDaysAgo: number;
  visibility: "public" | "private";
  featured: boolean;
  /** An average player's rating, 1 to 10. */
  difficultyHint: number;
  qualityHint: number;
  /** From 0 to 1; few levels are popular. */
  popularity: number;
  commentsEnabled: boolean;
}

type Language = "de" | "es" | "ja";

/** Unique titles, and sentences that can be combined in any order. */
const TEXTS = readTexts<{
  titles: Record<Theme, string[]>;
  scenes: Record<Theme, string[]>;
  remarks: string[];
  foreign: Record<Language, string[]>;
}>("levels");
const FEATURED = 14;
const CATEGORY: Partial<Record<Theme, SeedLevel["category"]>> = {
  city: "free roam",
  farm: "star collection",
  beach: "star collection",
  maze: "star collection",
  islands: "star collection",
  library: "star collection",
};

/** Returns the demo levels. Deterministic per count; titles are unique for any count. */
export function seedLevels(count: number): SeedLevel[] {
  const random = seededRandom(20_260_801);
  const joined = seedPeople().map((person) => person.joinedDaysAgo);
  const named = titles(count, random);
  const ranks = shuffled(
    named.map((_, i) => i),
    random,
  );
  const used = new Set<string>();
  return named.map(({ title, theme }, i) => {
    const popularity = Math.round(1000 / (1 + (ranks[i] ?? 0) * 0.35) ** 0.9) / 1000;
    const difficultyHint = random.int(1, 10);
    // Squaring favors the front of the list, so a few users build a lot.
    const creatorIndex = Math.floor(random.next() ** 2 * joined.length);
    const createdDaysAgo = Math.max(1, Math.floor((joined[creatorIndex] ?? 1) * random.next() ** 1.4 * 0.98));
    const featured = (ranks[i] ?? 0) < FEATURED;
    return {
      title,
      description: uniqueText(() => describeLevel(title, theme, random), used),
      category: pickCategory(theme, random),
      theme,
      world: THEMES[theme]({ seed: i * 7919 + 3, difficulty: difficultyHint }),
      creatorIndex,
      createdDaysAgo,
      updatedDaysAgo: random.chance(0.4) ? createdDaysAgo : random.int(0, createdDaysAgo),
      visibility: !featured && random.chance(0.04) ? "private" : "public",
      featured,
      difficultyHint,
      qualityHint: featured
        ? random.int(8, 10)
        : Math.min(10, Math.max(2, Math.round(random.range(3, 8) + popularity * 6))),
      popularity,
      commentsEnabled: featured || random.chance(0.95),
    };
  });
}

function titles(count: number, random: Random): { title: string; theme: Theme }[] {
  const all = (Object.keys(TEXTS.titles) as Theme[]).flatMap((theme) =>
    TEXTS.titles[theme].map((title) => ({ title, theme })),
  );
  const first = shuffled(all, random);
  return Array.from({ length: count }, (_, i) => {
    const { title, theme } = first[i % first.length] as (typeof first)[number];
    const series = Math.floor(i / first.length);
    return { title: series === 0 ? title : `${title} ${series + 1}`, theme };
  });
}

function pickCategory(theme: Theme, random: Random): SeedLevel["category"] {
  const usual = CATEGORY[theme] ?? "";
  if (random.chance(0.8)) return usual;
  return random.chance(0.6) ? "star collection" : "";
}

function describeLevel(title: string, theme: Theme, random: Random): string {
  const language = languageOf(title);
  if (language && random.chance(0.9))
    return shuffled(TEXTS.foreign[language], random).slice(0, random.int(1, 2)).join("\n\n");
  if (random.chance(0.04)) return random.pick(["wip", "title says it all", "👀", "gl hf :star:"]);
  const scenes = shuffled(TEXTS.scenes[theme], random).slice(0, random.int(1, 4));
  const remarks = shuffled(TEXTS.remarks, random).slice(0, random.int(0, 2));
  const gap = random.chance(0.35) ? "\n\n" : " ";
  return [scenes.join(" "), remarks.join(" ")].filter(Boolean).join(gap);
}

/** Returns an unused text. After 20 tries the last one gets a number, like parts of a series. */
function uniqueText(write: () => string, used: Set<string>): string {
  let text = write();
  for (let i = 0; used.has(text) && i < 20; i++) text = write();
  for (let part = 2; used.has(text); part++) text = `${text.replace(/ #\d+$/, "")} #${part}`;
  used.add(text);
  return text;
}

function languageOf(title: string): Language | null {
  if (/[぀-ヿ一-鿿]/u.test(title)) return "ja";
  if (/[áéíóúñ¡¿]|^(El|La|Torre|Gran|Playa) /iu.test(title)) return "es";
  if (
    /[äöüß]|^(Das|Die|Der|Regen|Burg|Hecken|Rund|Zucker|Gold|Spuk|Raum|Strand|Klein|Vulkan|Rutsch|Tempel der|Bauern)/u.test(
      title,
    )
  )
    return "de";
  return null;
}
