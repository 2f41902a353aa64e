import { DatabaseSync } from "node:sqlite";
import { DATABASE_NAMES } from "#domain/database-names.ts";
import type { BenchReport } from "../bench/report.ts";
import { databaseFile } from "../site/database-file.ts";
import { openToCheck } from "./open-to-check.ts";
import type { SentFavorite, SentWrite, WriteHistory } from "./write-history.ts";
import { wrongCounters } from "./wrong-counters.ts";

/** Checks that every acknowledged write is stored, and nothing else, in a stopped site. */
export function checkWrites(report: BenchReport, state: string, history: WriteHistory): void {
  const [db, forum] = [new DatabaseSync(databaseFile(state)), new DatabaseSync(databaseFile(state, "forum"))];
  const check = (label: string, wrong: string[], total: number) =>
    report.atMost(`${label}, of ${total}`, wrong.length, 0, { notes: wrong.slice(0, 3) });
  const things: [string, Map<string, SentWrite>, DatabaseSync, string][] = [
    ["accounts", history.users, db, "select username as name, count(*) as n from users group by username"],
    ["levels", history.levels, db, "select title as name, count(*) as n from levels group by title"],
    ["comments", history.comments, db, "select body as name, count(*) as n from comments group by body"],
    ["posts", history.posts, forum, "select body as name, count(*) as n from replies group by body"],
  ];
  for (const [what, sent, database, sql] of things) {
    const stored = new Map(
      database
        .prepare(sql)
        .all()
        .map(({ name, n }) => [String(name), Number(n)]),
    );
    const acknowledged = [...sent].filter(([, one]) => one.acknowledged);
    const count = (name: string) => stored.get(name) ?? 0;
    check(
      `acknowledged ${what} lost`,
      acknowledged.filter(([name]) => count(name) === 0).map(([name]) => name),
      acknowledged.length,
    );
    // A write that was retried after a lost response can be stored once per try.
    check(
      `${what} stored more often than sent`,
      [...stored].filter(([name, n]) => n > (sent.get(name)?.tries ?? 0)).map(([name]) => name),
      stored.size,
    );
    check(
      `acknowledged ${what} sent once but not stored exactly once`,
      acknowledged.filter(([name, { tries }]) => tries === 1 && count(name) !== 1).map(([name]) => name),
      acknowledged.length,
    );
  }
  checkRatings(check, db, history);
  const favorites = "select user_id || ' ' || target_id as key from favorites";
  checkSet(check, "favorites", [db, favorites], history.favorites);
  const bookmarks = "select user_id || ' ' || thread_id as key from bookmarks";
  checkSet(check, "bookmarks", [forum, bookmarks], history.bookmarks);
  checkMails(check, db, history);
  checkEffects(check, db, forum);
  for (const each of [db, forum]) each.close();
}

/** Reports the wrong entries out of a total. */
export type Check = (label: string, wrong: string[], total: number) => void;

function checkRatings(check: Check, db: DatabaseSync, { ratings }: WriteHistory): void {
  const rows = db.prepare("select user_id || ' ' || level_id as key, rating, difficulty from ratings").all();
  const stored = new Map(rows.map((row) => [String(row.key), row]));
  const wrong = [...ratings].filter(([key, { possible, acknowledged }]) => {
    const row = stored.get(key);
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
    [...stored.keys()].filter((key) => !ratings.has(key)),
    stored.size,
  );
}

/** Checks what users have set and taken back. The query returns the keys of all that is set. */
function checkSet(
  check: Check,
  what: string,
  [db, sql]: readonly [DatabaseSync, string],
  sent: ReadonlyMap<string, SentFavorite>,
): void {
  const stored = new Set(
    db
      .prepare(sql)
      .all()
      .map(({ key }) => String(key)),
  );
  const wrong = [...sent].filter(([key, { state }]) => state !== undefined && state !== stored.has(key));
  check(
    `${what} that differ from the last write`,
    wrong.map(([key]) => key),
    sent.size,
  );
  check(
    `${what} that no one set`,
    [...stored].filter((key) => !sent.has(key)),
    stored.size,
  );
}

/** Checks that the main database has the effects of each post once: the fingerprint of its text. */
function checkEffects(check: Check, db: DatabaseSync, forum: DatabaseSync): void {
  const count = (database: DatabaseSync, sql: string) => {
    const keys = new Map<string, number>();
    for (const { key } of database.prepare(sql).all())
      keys.set(String(key), (keys.get(String(key)) ?? 0) + 1);
    return keys;
  };
  const posts = count(forum, "select user_id || ' ' || created_at as key from replies");
  const effects = count(
    forum,
    `select e.value ->> 'user_id' || ' ' || o.created_at as key from outbox o, json_each(o.effects) e
      where e.value ->> 'type' = 'fingerprint'`,
  );
  const fingerprints = count(
    db,
    "select user_id || ' ' || created_at as key from prints where kind in ('thread', 'reply')",
  );
  const differs = (a: Map<string, number>, b: Map<string, number>) =>
    [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key));
  check("posts without exactly one row of effects", differs(posts, effects), posts.size);
  check("effects that weren't applied exactly once", differs(effects, fingerprints), effects.size);
  const [last, position] = [
    forum.prepare("select coalesce(max(id), 0) as n from outbox where target = 'main'").get(),
    db.prepare("select coalesce(max(position), 0) as n from outbox_positions where source = 'forum'").get(),
  ];
  check(
    "effects still waiting",
    last?.n === position?.n ? [] : [`${position?.n} of ${last?.n}`],
    Number(last?.n),
  );
}

/** Checks that each account got one verification email. */
function checkMails(check: Check, db: DatabaseSync, { users }: WriteHistory): void {
  const rows = db
    .prepare(
      "select u.username as name from users u where (select count(*) from mails where recipient = u.email) <> 1",
    )
    .all();
  check(
    "accounts without exactly one mail",
    rows.map(({ name }) => String(name)),
    [...users.values()].filter(({ acknowledged }) => acknowledged).length,
  );
}

/** Compares every counter of a stopped or running site with the rows that it counts. */
export function checkCounters(report: BenchReport, state: string): void {
  for (const database of DATABASE_NAMES) {
    const db = openToCheck(state, database);
    const label = database === "main" ? "wrong" : `wrong (${database})`;
    for (const [name, wrong] of wrongCounters(db, database)) report.atMost(`${label}: ${name}`, wrong, 0);
    db.close();
  }
}
