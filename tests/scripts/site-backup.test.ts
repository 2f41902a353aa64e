import { isBackupDue } from "#worker/backup/due.ts";
import { orderTables, searchProblems } from "#worker/backup/manifest.ts";
import { backupsToKeep } from "#worker/backup/prune.ts";

const DAY_MS = 24 * 3_600_000;

describe("a backup", () => {
  const table = (name: string, sql = `CREATE TABLE ${name} (id)`) => ({ type: "table", name, sql });

  test("copies tables before the tables that they refer to, and skips search tables", () => {
    const schema = [
      table("users"),
      table("levels", "CREATE TABLE levels (user_id REFERENCES `users`(id), parent REFERENCES levels(id))"),
      table("plays", "CREATE TABLE plays (level_id REFERENCES levels(id), user_id REFERENCES users(id))"),
      table("user_search", "CREATE VIRTUAL TABLE user_search USING fts5(username)"),
      table("user_search_data"),
    ];
    expect(orderTables(schema).map(({ name }) => name)).toEqual(["plays", "levels", "users"]);
  });

  test("needs to know how to fill each search table again", () => {
    expect(searchProblems("CREATE VIRTUAL TABLE thread_search USING fts5(name)")).toEqual([
      "db/search-rebuilds.ts doesn't say how to fill thread_search after a restore.",
    ]);
  });

  test("is due once a night after the hour that the operator chose", () => {
    const at = (time: string) => Date.parse(`2030-01-${time}Z`);
    const due = (now: string, newest: string | null, BACKUP_HOUR?: string) =>
      isBackupDue(at(now), newest === null ? null : at(newest), {
        ENVIRONMENT: "production",
        ...(BACKUP_HOUR && { BACKUP_HOUR }),
      });
    expect(due("10T12:00:00", null)).toBe(true);
    expect(due("10T02:59:00", "09T03:00:00")).toBe(false);
    expect(due("10T03:00:00", "09T03:00:00")).toBe(true);
    expect(due("10T23:00:00", "10T03:00:00")).toBe(false);
    expect(due("10T04:00:00", "09T22:00:00", "22")).toBe(false);
    expect(due("10T22:00:00", "09T22:00:00", "22")).toBe(true);
    expect(isBackupDue(at("10T12:00:00"), null, { ENVIRONMENT: "development" })).toBe(false);
  });
});

test("all backups of a day, the newest of each of 7 days and 4 weeks, and the newest of all are kept", () => {
  const now = Date.parse("2030-03-01T03:00:00Z");
  const idOf = (days: number, hour = "03") =>
    `${new Date(now - days * DAY_MS).toISOString().slice(0, 10)}T${hour}-00-00`;
  const ids = Array.from({ length: 60 }, (_, days) => [idOf(days, "01"), idOf(days, "02")]).flat();
  const keep = [...backupsToKeep(ids, now)].sort().reverse();
  const newest = Array.from({ length: 7 }, (_, days) => idOf(days, "02"));
  expect(keep.slice(0, 8)).toEqual([newest[0], idOf(0, "01"), ...newest.slice(1)]);
  // Weeks begin on Thursdays.
  expect(keep.slice(8)).toEqual([9, 16, 23].map((days) => idOf(days, "02")));
  const old = [idOf(300), idOf(200)];
  expect([...backupsToKeep(old, now)]).toEqual([idOf(200)]);
});
