import type { DatabaseSync } from "node:sqlite";
import type { Report } from "../bench/report.ts";
import type { Memory, Sent } from "./memory.ts";
import { wrongCounters } from "./truth.ts";

/** Holds what was acknowledged against what is stored. */
export function judgeMemory(report: Report, db: DatabaseSync, memory: Memory): void {
  const judge = (what: string, wrong: string[], of: number) =>
    report.most(`${what}, of ${of}`, wrong.length, 0, { notes: wrong.slice(0, 3) });
  const things: [string, Map<string, Sent>, string][] = [
    ["accounts", memory.users, "select username as name, count(*) as n from users group by username"],
    ["levels", memory.levels, "select title as name, count(*) as n from levels group by title"],
    ["comments", memory.comments, "select body as name, count(*) as n from comments group by body"],
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
    judge(
      `acknowledged ${what} lost`,
      acknowledged.filter(([name]) => count(name) === 0).map(([name]) => name),
      acknowledged.length,
    );
    // What was sent once more for want of an answer may be there that often.
    judge(
      `${what} stored more often than sent`,
      [...stored].filter(([name, n]) => n > (sent.get(name)?.tries ?? 0)).map(([name]) => name),
      stored.size,
    );
    judge(
      `acknowledged ${what} sent once and not there exactly once`,
      acknowledged.filter(([name, { tries }]) => tries === 1 && count(name) !== 1).map(([name]) => name),
      acknowledged.length,
    );
  }
  judgeRatings(judge, db, memory);
  judgeFavorites(judge, db, memory);
  judgeMails(judge, db, memory);
}

/** Takes what is wrong, of how many. */
export type Judge = (what: string, wrong: string[], of: number) => void;

function judgeRatings(judge: Judge, db: DatabaseSync, { ratings }: Memory): void {
  const rows = db.prepare("select user_id || ' ' || level_id as key, rating, difficulty from ratings").all();
  const stored = new Map(rows.map((row) => [String(row.key), row]));
  const wrong = [...ratings].filter(([key, { possible, acknowledged }]) => {
    const row = stored.get(key);
    if (!row) return acknowledged;
    return !possible.some(({ rating, difficulty }) => rating === row.rating && difficulty === row.difficulty);
  });
  judge(
    "ratings lost or not as last said",
    wrong.map(([key]) => key),
    ratings.size,
  );
  judge(
    "ratings nobody gave",
    [...stored.keys()].filter((key) => !ratings.has(key)),
    stored.size,
  );
}

function judgeFavorites(judge: Judge, db: DatabaseSync, { favorites }: Memory): void {
  const rows = db.prepare("select user_id || ' ' || target_id as key from favorites").all();
  const stored = new Set(rows.map(({ key }) => String(key)));
  const wrong = [...favorites].filter(([key, { state }]) => state !== undefined && state !== stored.has(key));
  judge(
    "favourites not as last said",
    wrong.map(([key]) => key),
    favorites.size,
  );
  judge(
    "favourites nobody set",
    [...stored].filter((key) => !favorites.has(key)),
    stored.size,
  );
}

/** One verification mail an account, written with it. */
function judgeMails(judge: Judge, db: DatabaseSync, { users }: Memory): void {
  const rows = db
    .prepare(
      "select u.username as name from users u where (select count(*) from mails where recipient = u.email) <> 1",
    )
    .all();
  judge(
    "accounts without exactly one mail",
    rows.map(({ name }) => String(name)),
    [...users.values()].filter(({ acknowledged }) => acknowledged).length,
  );
}

/** Holds every counter against the rows that it counts. */
export function judgeCounters(report: Report, db: DatabaseSync): void {
  for (const [name, wrong] of wrongCounters(db)) report.most(`wrong: ${name}`, wrong, 0);
}
