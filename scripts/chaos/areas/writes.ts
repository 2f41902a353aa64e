import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { readWrapper } from "../../bench/open-site.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { databaseFile } from "../../site/database-file.ts";
import {
  between,
  type Check,
  checkCounters,
  checkOf,
  checkWrites,
  countKeys,
  openToCheck,
} from "../check.ts";
import { drawRemaining } from "../draw-remaining.ts";
import { injectFaults } from "../injected.ts";
import { KillableSite } from "../killable-site.ts";
import { STORED } from "../writer.ts";
import { SiteHistory, SiteWriter } from "../writes/site-writer.ts";

const WRITERS = 12;
const KILLS = 10;
/** Milliseconds between two kills. */
const KILL_INTERVAL = { least: 2_000, most: 6_000 };
/** The effects of posts come this much later, so that many kills are between a post and its effects. */
const EFFECTS_DELAY_MS = 300;

/**
 * Writers write endlessly while the site is killed at random. No acknowledged write can be lost or duplicated, and neither can its
 * effects on another database.
 */
export const verifyWrites: BenchArea = async (report, { small }) => {
  const site = await KillableSite.start(emptyScratchFolder(), {}, readWrapper("faults"));
  const delayEffects = () =>
    injectFaults(site.url, { d1: { sql: "insert into outbox_positions", delayMs: EFFECTS_DELAY_MS } });
  await delayEffects();
  const history = new SiteHistory();
  let isOver = false;
  let waiting = 0;
  const writers = Array.from({ length: WRITERS }, (_, i) =>
    new SiteWriter(site, history, `c${i}`).run(() => isOver),
  );
  for (let i = 0; i < (small ? 3 : KILLS); i++) {
    await pause(between(KILL_INTERVAL.least, KILL_INTERVAL.most));
    await site.killAndRestart(() => {
      waiting += countWaiting(site.state);
    });
    await delayEffects();
  }
  await pause(KILL_INTERVAL.least);
  isOver = true;
  await Promise.all(writers);
  await injectFaults(site.url, {});
  const undrawn = await drawRemaining(site);
  await site.runSchedule();
  report.info("times killed", site.kills, {
    notes: [String(history.statuses), `${waiting} posts waited for their effects when the site was killed`],
  });
  report.info("writes acknowledged", history.accepted);
  report.atMost(
    "responses that were server errors",
    history.statuses.count((status) => status >= 500),
    0,
  );
  report.atMost("pictures missing in the end", undrawn, 0);
  const named = await site.rows<{ asset: string }>(
    "select asset from level_revisions where deleted_at is null union select thumbnail from levels where thumbnail is not null",
  );
  const stored = new Set(await site.objects());
  const check = checkOf(report);
  const missing = named.map(({ asset }) => asset).filter((asset) => !stored.has(asset));
  check("documents and pictures missing in the bucket", missing, named.length);
  await site.stop();
  using db = openToCheck(site.state);
  using forum = openToCheck(site.state, "forum");
  checkSent(check, db, forum, history);
  checkEffects(check, db, forum);
  checkCounters(report, site.state);
};

/** Counts the posts of a killed site that the main database doesn't have the effects of. */
function countWaiting(state: string): number {
  using db = openToCheck(state, "forum");
  db.prepare("attach ? as main_database").run(databaseFile(state));
  const sql = `select count(*) as n from outbox where target = 'main' and id >
    (select coalesce(max(position), 0) from main_database.outbox_positions where source = 'forum')`;
  return Number(db.prepare(sql).get()?.n);
}

/** Checks that every acknowledged write is stored, and nothing else. */
function checkSent(
  check: Check,
  db: DatabaseSync,
  forum: DatabaseSync,
  { sent, ratings, favorites, bookmarks }: SiteHistory,
): void {
  for (const what of ["accounts", "levels", "comments", "posts"] as const) {
    const stored = countKeys(what === "posts" ? forum : db, STORED[what]);
    checkWrites(check, what, sent[what], stored);
    const unknown = [...stored.keys()].filter((name) => !sent[what].has(name));
    check(`${what} that no one sent`, unknown, stored.size);
  }
  const rated = new Map(
    db
      .prepare("select user_id || ' ' || level_id as key, rating, difficulty from ratings")
      .all()
      .map((row) => [String(row.key), row]),
  );
  const wrong = [...ratings].filter(([key, { possible, acknowledged }]) => {
    const row = rated.get(key);
    if (!row) return acknowledged;
    return !possible.some(({ rating, difficulty }) => rating === row.rating && difficulty === row.difficulty);
  });
  check(
    "ratings lost, or that differ from the last write",
    wrong.map(([key]) => key),
    ratings.size,
  );
  check(
    "ratings that no one gave",
    [...rated.keys()].filter((key) => !ratings.has(key)),
    rated.size,
  );
  const sets = [
    ["favorites", favorites, countKeys(db, "select user_id || ' ' || target_id as key from favorites")],
    ["bookmarks", bookmarks, countKeys(forum, "select user_id || ' ' || thread_id as key from bookmarks")],
  ] as const;
  for (const [what, all, set] of sets) {
    const differ = [...all].filter(([key, state]) => state !== undefined && state !== set.has(key));
    const unknown = [...set.keys()].filter((key) => !all.has(key));
    check(`${what} that differ from the last write`, [...differ.map(([key]) => key), ...unknown], all.size);
  }
  const mails = `select username as key from users u where (select count(*) from mails where recipient = u.email) <> 1`;
  check("accounts without exactly one mail", [...countKeys(db, mails).keys()], sent.accounts.size);
}

/** Checks that the main database has the effects of each post once: the fingerprint of its text. */
function checkEffects(check: Check, db: DatabaseSync, forum: DatabaseSync): void {
  const posts = countKeys(forum, "select user_id || ' ' || created_at as key from replies");
  const effects = countKeys(
    forum,
    `select e.value ->> 'user_id' || ' ' || o.created_at as key from outbox o, json_each(o.effects) e
      where e.value ->> 'type' = 'fingerprint'`,
  );
  const applied =
    "select user_id || ' ' || created_at as key from post_fingerprints where kind in ('thread', 'reply')";
  const fingerprints = countKeys(db, applied);
  const differs = (a: Map<string, number>, b: Map<string, number>) =>
    [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key));
  check("posts without exactly one row of effects", differs(posts, effects), posts.size);
  check("effects that weren't applied exactly once", differs(effects, fingerprints), effects.size);
  const last = Number(forum.prepare("select max(id) as n from outbox where target = 'main'").get()?.n);
  const position = db.prepare("select max(position) as n from outbox_positions where source = 'forum'").get();
  check("effects still waiting", last === Number(position?.n) ? [] : [`${position?.n} of ${last}`], last);
}
