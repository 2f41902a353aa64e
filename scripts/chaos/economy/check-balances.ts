import { setTimeout as pause } from "node:timers/promises";
import { ACHIEVEMENT_SETS } from "#domain/achievements/sets.ts";
import { newYorkDay } from "#domain/time.ts";

import type { EconomyHistory } from "./economy-history.ts";
import type { FaultyConnection } from "./faulty-connection.ts";
import { DAILY_COINS, levelOf, spiritCoins } from "./rules.ts";
import { type EconomyWorld, initialCoins } from "./world.ts";

const TIMEOUT_MS = 30_000;
/** Parallel requests. */
const CONCURRENCY = 20;

const rewards = new Map(
  ACHIEVEMENT_SETS.flatMap((set) =>
    set.achievements.map(({ id, reward }) => [id, reward ?? { coins: 0, xp: 0 }] as const),
  ),
);

/**
 * Compares every member's balance with the expected one while no request is in flight: initial coins, all actions, and the
 * site's automatic payments.
 */
export async function checkBalances(
  connection: FaultyConnection,
  world: EconomyWorld,
  history: EconomyHistory,
): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  let unsettled = world.members.map((_, i) => i);
  let problems: string[] = [];
  do {
    await connection.site.runSchedule();
    const achievements = await readAchievements(connection);
    problems = [];
    const remaining: number[] = [];
    for (let at = 0; at < unsettled.length; at += CONCURRENCY)
      await Promise.all(
        unsettled.slice(at, at + CONCURRENCY).map(async (i) => {
          const problem = await balanceProblem(connection, world, history, i, achievements);
          if (problem) remaining.push(i) && problems.push(problem);
        }),
      );
    unsettled = remaining;
    if (unsettled.length) await pause(500);
  } while (unsettled.length && performance.now() < end);
  history.balancesChecked += world.members.length;
  history.wrongBalances.push(...problems);
}

type AchievementsByUser = Map<number, number[]>;

async function readAchievements({ site }: FaultyConnection): Promise<AchievementsByUser> {
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

/** Describes the problem with a member's balance, or undefined. */
async function balanceProblem(
  connection: FaultyConnection,
  world: EconomyWorld,
  history: EconomyHistory,
  index: number,
  achievements: AchievementsByUser,
) {
  const member = world.members[index];
  if (!member) return undefined;
  const { text } = await connection.sendWithRetry(member, "/api/session");
  const { coins, xp } = (JSON.parse(text) as { user: { coins: number; xp: number } }).user;
  const isGold = world.gold.has(member.id);
  const fromActions = history.moved.get(member.id) ?? { coins: 0, xp: 0 };
  const fromAchievements = (achievements.get(member.id) ?? []).map(
    (id) => rewards.get(id) ?? { coins: 0, xp: 0 },
  );
  const wonXp = fromAchievements.reduce((sum, one) => sum + Math.floor(one.xp * (isGold ? 1.25 : 1)), 0);
  const paid = isGold ? DAILY_COINS * daysSince(history.startedAt) : 0;
  const expected = {
    coins:
      initialCoins(index) +
      fromActions.coins +
      fromAchievements.reduce((sum, one) => sum + one.coins, 0) +
      spiritCoins(levelOf(xp)) +
      paid,
    xp: fromActions.xp + wonXp,
  };
  if (coins === expected.coins && xp === expected.xp) return undefined;
  return `${member.name}: ${coins} coins and ${xp} XP, should be ${expected.coins} and ${expected.xp}`;
}

/** The number of New York days from then until today, inclusive. */
function daysSince(start: number): number {
  const days = new Set<string>();
  for (let time = start; time < Date.now(); time += 60 * 60 * 1000) days.add(newYorkDay(time));
  return days.add(newYorkDay(Date.now())).size;
}
