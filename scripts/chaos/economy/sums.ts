import { ACHIEVEMENT_SETS } from "#domain/achievements/sets.ts";
import { newYorkDay } from "#domain/time.ts";
import { pause } from "../chat/ask.ts";
import type { Line } from "./line.ts";
import type { Memory } from "./memory.ts";
import { DAILY_COINS, levelOf, spiritCoins } from "./rules.ts";
import { coinsOf, type World } from "./world.ts";

const PATIENCE = 30_000;
/** Members who ask at the same time. */
const AT_ONCE = 20;

const rewards = new Map(
  ACHIEVEMENT_SETS.flatMap((set) =>
    set.achievements.map(({ id, reward }) => [id, reward ?? { coins: 0, xp: 0 }] as const),
  ),
);

/**
 * Holds what every member's session says against what they were told before, while nothing is under way: what they began
 * with, all their acts, and what the site pays by itself.
 */
export async function checkSums(line: Line, world: World, memory: Memory): Promise<void> {
  const end = performance.now() + PATIENCE;
  let wrong = world.members.map((_, i) => i);
  let words: string[] = [];
  do {
    await line.site.runSchedule();
    const given = await achieved(line);
    words = [];
    const still: number[] = [];
    for (let at = 0; at < wrong.length; at += AT_ONCE)
      await Promise.all(
        wrong.slice(at, at + AT_ONCE).map(async (i) => {
          const word = await difference(line, world, memory, i, given);
          if (word) still.push(i) && words.push(word);
        }),
      );
    wrong = still;
    if (wrong.length) await pause(500);
  } while (wrong.length && performance.now() < end);
  memory.sums += world.members.length;
  memory.wrongSums.push(...words);
}

type Given = Map<number, number[]>;

async function achieved({ site }: Line): Promise<Given> {
  const rows = await site.rows<{ user_id: number; achievement_id: number }>(
    "select user_id, achievement_id from user_achievements",
  );
  return new Map(
    [...Map.groupBy(rows, ({ user_id }) => user_id)].map(([user, own]) => [
      user,
      own.map(({ achievement_id }) => achievement_id),
    ]),
  );
}

/** What is wrong about a member's coins and XP, or undefined. */
async function difference(line: Line, world: World, memory: Memory, index: number, given: Given) {
  const member = world.members[index];
  if (!member) return undefined;
  const { text } = await line.insist(member, "/api/session");
  const { coins, xp } = (JSON.parse(text) as { user: { coins: number; xp: number } }).user;
  const isGold = world.gold.has(member.id);
  const moved = memory.moved.get(member.id) ?? { coins: 0, xp: 0 };
  const won = (given.get(member.id) ?? []).map((id) => rewards.get(id) ?? { coins: 0, xp: 0 });
  const wonXp = won.reduce((sum, one) => sum + Math.floor(one.xp * (isGold ? 1.25 : 1)), 0);
  const paid = isGold ? DAILY_COINS * daysSince(memory.began) : 0;
  const expected = {
    coins:
      coinsOf(index) +
      moved.coins +
      won.reduce((sum, one) => sum + one.coins, 0) +
      spiritCoins(levelOf(xp)) +
      paid,
    xp: moved.xp + wonXp,
  };
  if (coins === expected.coins && xp === expected.xp) return undefined;
  return `${member.name}: ${coins} coins and ${xp} XP, should be ${expected.coins} and ${expected.xp}`;
}

/** Days of New York from then to now, both counted. */
function daysSince(began: number): number {
  const days = new Set<string>();
  for (let time = began; time < Date.now(); time += 60 * 60 * 1000) days.add(newYorkDay(time));
  return days.add(newYorkDay(Date.now())).size;
}
