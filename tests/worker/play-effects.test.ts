import fc from "fast-check";
import { PAID_CLEARS_PER_CREATOR } from "#domain/clears/rules.ts";
import { addUser, db, playDb, runPlaySql, runSql } from "#tests/support/browser.ts";
import { relayAll } from "#tests/support/clears.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { Life, mortal, orKilled } from "#tests/support/mortal.ts";
import { addLevel } from "#tests/support/world.ts";
import { acceptRunStatements, recordRunStatements } from "#worker/clears/commands.ts";
import { playSessionStatements } from "#worker/hosts/play-sessions.ts";
import { reportedLevelQuery } from "#worker/hosts/reports.ts";
import { relay } from "#worker/outbox/relay.ts";
import { FROM_PLAY, TO_PLAY } from "#worker/outbox/write-with-effects.ts";
import { takeBackRunStatements } from "#worker/runs/take-back-run.ts";

const NOON = Date.UTC(2026, 5, 3, 16);
/** All of one creator: more of them wouldn't bring XP in one day (clears.test.ts). */
const LEVELS = PAID_CLEARS_PER_CREATOR;
const PLAYERS = 3;
/** Clears below this time are flagged. */
const FLOOR_MS = 1_000;

let report = 0;

const maker = await addUser();
const players = (await Promise.all(Array.from({ length: PLAYERS - 1 }, () => addUser()))).map(({ id }) => id);
// One of them also plays own levels.
players.push(maker.id);
const levels = await Promise.all(Array.from({ length: LEVELS }, () => addLevel(maker.id)));
await runSql`update level_revisions set fastest_ms = ${FLOOR_MS}
    where level_id in (select value from json_each(${JSON.stringify(levels)}))`;

const clear = async (user: number, level: number, ms: number) => {
  const revision = await db.first(reportedLevelQuery(level, user, NOON));
  if (!revision) throw new Error("The level is gone.");
  const run = { reportKey: `effects:${++report}`, host: 1, user, level, ms };
  // A retry after a lost response.
  for (let i = 0; i < 2; i++) await playDb.batch(recordRunStatements(run, revision, NOON));
};

const runsIn = (state: string) =>
  runPlaySql<{ id: number; user_id: number; level_id: number; ms: number }>`select id, user_id, level_id, ms
    from runs where state = ${state} and call like 'effects:%' order by id`;

async function accept(staff: number): Promise<void> {
  const [run] = await runsIn("flagged");
  if (!run) return;
  const { id, user_id: user, level_id: level, ms } = run;
  const revision = await db.first(reportedLevelQuery(level, user, NOON));
  const attempt = { id, user, level, ms, current: revision?.current ?? "" };
  for (let i = 0; i < 2; i++) await playDb.batch(acceptRunStatements(attempt, staff, NOON));
}

/** Takes the newest counted run back, as if a room's recording had turned out to differ. */
async function takeBack(): Promise<void> {
  const run = (await runsIn("counted")).at(-1);
  if (!run) return;
  await runPlaySql`update runs set previous_clear = 'null' where id = ${run.id}`;
  for (let i = 0; i < 2; i++) await playDb.batch(takeBackRunStatements(run, { reason: "differs" }, NOON));
}

/** Numbers that the main database has, and those that play data says. */
async function numbers() {
  const [counts] = await runSql<Record<string, number>>`select
    (select sum(clears_count) from levels) as clears, (select sum(clear_ms_sum) from levels) as ms,
    (select sum(clears_count) from users) as by_users, (select value from counters where name = 'clears') as on_site,
    (select sum(plays_count) from levels) as plays, (select sum(visitors_count) from levels) as visitors,
    (select plays_sum from users where id = ${players.at(-1)}) as plays_sum,
    (select sum(clears) from level_days) as day_clears, (select sum(recent_count) from levels) as recent,
    (select sum(plays) from level_days) as day_plays,
    (select count(*) from transactions where key glob 'clear:*') as paid,
    (select sum(coins) from transactions where type_id in (2, 6, 8)) as coins,
    (select sum(xp) from transactions where type_id in (2, 6, 8)) as xp`;
  const maker = players.at(-1);
  const [truth] = await runPlaySql<Record<string, number>>`select
    (select count(*) from clears) as clears, (select coalesce(sum(best_ms), 0) from clears) as ms,
    (select sum(visits) from plays where user_id <> ${maker}) as plays,
    (select count(*) from plays where user_id <> ${maker}) as visitors,
    (select count(*) from runs where state in ('counted', 'accepted') and user_id <> ${maker}) as runs,
    (select sum(coins) from runs) as coins, (select sum(xp) from runs) as xp,
    (select count(*) from (select distinct user_id, level_id from runs where user_id <> ${maker}
      and (state in ('counted', 'accepted') or reason = 'differs'))) as paid`;
  const has = (name: string) => counts?.[name] ?? 0;
  const is = (name: string) => truth?.[name] ?? 0;
  return {
    main: {
      clears: [has("clears"), has("by_users"), has("on_site")],
      ms: has("ms"),
      plays: [has("plays"), has("day_plays")],
      visitors: [has("visitors"), has("plays_sum")],
      days: [has("day_clears"), has("recent")],
      paid: has("paid"),
      earned: [has("coins"), has("xp")],
    },
    play: {
      clears: [is("clears"), is("clears"), is("clears")],
      ms: is("ms"),
      plays: [is("plays"), is("plays")],
      visitors: [is("visitors"), is("visitors")],
      // The recent ones are those of the last days, and these are older.
      days: [is("runs"), has("recent")],
      paid: is("paid"),
      earned: [is("coins"), is("xp")],
    },
  };
}

const place = { player: fc.nat({ max: PLAYERS - 1 }), level: fc.nat({ max: LEVELS - 1 }) };
const cleared = fc.record({ ...place, ms: fc.integer({ min: FLOOR_MS - 200, max: FLOOR_MS + 900 }) });
const played = fc.record({ ...place, minutes: fc.integer({ min: 0, max: 3_000 }) });
const other = fc.constantFrom("accept" as const, "take back" as const, "relay" as const);
const cut = fc.record({ dies: fc.nat({ max: 4 }), afterwards: fc.boolean(), toPlay: fc.boolean() });
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: cleared },
    { weight: 2, arbitrary: played },
    { weight: 1, arbitrary: other },
    { weight: 3, arbitrary: cut },
  ),
  { minLength: 5, maxLength: 30 },
);

describe("play data and the main database", () => {
  test("agree after any clears and plays, wherever processes die between the two", async () => {
    await forAllAsync(15, steps, async (list) => {
      for (const step of list) {
        if (step === "accept") await accept(players[0] ?? 0);
        else if (step === "take back") await takeBack();
        else if (step === "relay") await relayAll();
        else if ("dies" in step)
          await orKilled(
            relay(mortal(new Life(step.dies, step.afterwards)), step.toPlay ? TO_PLAY : FROM_PLAY),
          );
        else if ("ms" in step) await clear(players[step.player] ?? 0, levels[step.level] ?? 0, step.ms);
        else {
          const started = NOON + 60_000 * step.minutes;
          const session = { user: players[step.player] ?? 0, level: levels[step.level] ?? 0, started };
          for (let i = 0; i < 2; i++)
            await playDb.batch({
              started: playSessionStatements([session], [], NOON),
              ended: playSessionStatements([], [{ ...session, ended: started + 30_000 }], NOON),
            });
        }
      }
      await relayAll();
      const { main, play } = await numbers();
      expect(main).toEqual(play);
      expect(await runSql`select * from outbox_failures`).toEqual([]);
    });
  });
});
