import type { DatabaseSync } from "node:sqlite";
import type { BenchReport } from "../bench/report.ts";
import type { SentWrite, WriteHistory } from "./write-history.ts";
import { wrongCounters } from "./wrong-counters.ts";

/** Checks that every acknowledged write is stored, and nothing else. */
export function checkWrites(report: BenchReport, db: DatabaseSync, history: WriteHistory): void {
  const check = (label: string, wrong: string[], total: number) =>
    report.atMost(`${label}, of ${total}`, wrong.length, 0, { notes: wrong.slice(0, 3) });
  const things: [string, Map<string, SentWrite>, string][] = [
    ["accounts", history.users, "select username as name, count(*) as n from users group by username"],
    ["levels", history.levels, "select title as name, count(*) as n from levels group by title"],
    ["comments", history.comments, "select body as name, count(*) as n from comments group by body"],
  ];
  for (const [what, sent, sql] of things) {
    const stored = new Map(
      db
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
  checkFavorites(check, db, history);
  checkMails(check, db, history);
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

function checkFavorites(check: Check, db: DatabaseSync, { favorites }: WriteHistory): void {
  const rows = db.prepare("select user_id || ' ' || target_id as key from favorites").all();
  const stored = new Set(rows.map(({ key }) => String(key)));
  const wrong = [...favorites].filter(([key, { state }]) => state !== undefined && state !== stored.has(key));
  check(
    "favorites that differ from the last write",
    wrong.map(([key]) => key),
    favorites.size,
  );
  check(
    "favorites that no one set",
    [...stored].filter((key) => !favorites.has(key)),
    stored.size,
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

/** Compares every counter with the rows that it counts. */
export function checkCounters(report: BenchReport, db: DatabaseSync): void {
  for (const [name, wrong] of wrongCounters(db)) report.atMost(`wrong: ${name}`, wrong, 0);
}
