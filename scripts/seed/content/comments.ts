import { type Random, seededRandom, shuffled } from "./random.ts";
import { readTexts } from "./texts.ts";

/** Placeholders: `{title}`, `{name}` (the creator or the profile's owner), `{n}` and `{time}`. */
const TEXTS = readTexts<{
  level: Record<"any" | "hard" | "easy" | "loved" | "meh", string[]>;
  replies: string[];
  long: string[];
  profile: string[];
  endings: string[];
}>("comments");

/** The level that comments refer to. */
export interface LevelTopic {
  title: string;
  creator: string;
  difficultyHint: number;
  qualityHint: number;
}

/** Returns unique comments on a level, in order. They match its difficulty and quality. */
export function levelComments(seed: number, count: number, topic: LevelTopic): string[] {
  const random = seededRandom(seed * 131 + 7);
  const { any, hard, easy, loved, meh } = TEXTS.level;
  const fitting = [
    ...any,
    ...(topic.difficultyHint >= 6 ? hard : easy),
    ...(topic.qualityHint >= 6 ? loved : meh),
    ...TEXTS.long.filter(() => random.chance(0.4)),
  ];
  const lines = shuffled(fitting, random);
  const replies = shuffled(TEXTS.replies, random);
  const made = Array.from({ length: count }, (_, i) => {
    const reply = i > 1 && random.chance(0.22) ? replies.pop() : undefined;
    return fillIn(reply ?? lines.pop() ?? random.pick(any), random, topic.title, topic.creator);
  });
  return distinct(made, random);
}

/** Returns unique comments on a profile. */
export function profileComments(seed: number, count: number, username: string): string[] {
  const random = seededRandom(seed * 977 + 3);
  const lines = shuffled(TEXTS.profile, random);
  const made = Array.from({ length: count }, () =>
    fillIn(lines.pop() ?? random.pick(TEXTS.profile), random, "", username),
  );
  return distinct(made, random);
}

function fillIn(line: string, random: Random, title: string, person: string): string {
  const text = line
    .replaceAll("{title}", title)
    .replaceAll("{name}", person)
    .replaceAll("{n}", String(random.int(2, 60)))
    .replaceAll("{time}", `${random.int(1, 6)}:${String(random.int(0, 59)).padStart(2, "0")}`);
  return random.chance(0.3) && !/:[a-z_]+:/.test(text) ? `${text} ${random.pick(TEXTS.endings)}` : text;
}

function distinct(comments: readonly string[], random: Random): string[] {
  const seen = new Set<string>();
  return comments.map((comment) => {
    let unique = comment;
    while (seen.has(unique)) unique = `${unique} ${random.pick(TEXTS.endings)}`;
    seen.add(unique);
    return unique;
  });
}
