import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { DATABASES } from "#db/databases.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { copyBucket } from "../../backup/restore-nightly.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder, scratchWorld } from "../../bench/worlds.ts";
import { addCrowd, forEach, type Member } from "../../client/crowd.ts";
import { databaseFile } from "../../site/database-file.ts";
import { localOperator } from "../../site/operator-client.ts";
import { between, Crew, checkOf } from "../check.ts";
import { KillableSite } from "../killable-site.ts";

const USERS = 24;
const MESSAGES = 10;
const KILLS = { full: 8, small: 2 };
/** Milliseconds between two kills: a slice of a backup has begun and not ended. */
const KILL_INTERVAL = { least: 1_000, most: 5_000 };
/** Deliveries that were interrupted are repeated within this time. */
const SETTLE_MS = 35_000;
const ROWS = { users: 2_000, levels: 4_000, ratings: 6_000, inventory: 4_000, transactions: 30_000 };
const VARS = { RATE_LIMITS: "off" };

/** Tables of the present moment, which a restored site begins without. */
const LIVE_TABLES = ["presence", "playing", "host_levels", "schedule_runs", "d1_migrations"];

/** Sums that must be equal, by name. */
const SUMS: Record<DatabaseName, Record<string, string>> = {
  main: {
    balances: "select sum(coins) as coins, sum(xp) as xp from users",
    ledger: "select sum(coins) as coins, sum(xp) as xp from transactions",
    inventory: "select sum(item_id * 31 + coalesce(serial, 0)) as n from inventory",
    ratings: "select sum(ratings_count) as n, sum(rating_sum) as sum from levels",
  },
  play: {
    runs: "select count(*) as n, sum(ms) as ms from runs",
    clears: "select count(*) as n, sum(best_ms) as ms from clears",
    plays: "select sum(visits) as n, sum(seconds) as seconds from plays",
  },
  forum: {
    threads: "select sum(replies_count) as n from threads",
    bookmarks: "select sum(value) as n from bookmark_counts",
  },
};

/**
 * Backs up a site while members write to each other and the site is killed, and restores backups into new sites that are killed, too.
 * A backup of a quiet site must come back as it was; one of a busy site must have balances that its ledger adds up to.
 */
export const verifyRestores: BenchArea = async (report, { size }) => {
  const kills = KILLS[size];
  const state = await scratchWorld(ROWS);
  const site = await KillableSite.start(state, VARS);
  const users = await addCrowd(site, USERS);
  await sendChats(users, MESSAGES);
  const crew = new Crew(users.map((user, i) => (isOver) => write(site, user, users[i ^ 1] ?? user, isOver)));
  const busy = await killWhile(site, kills, () => localOperator(site.url, state).backUp());
  await crew.end();
  await pause(SETTLE_MS);
  const quiet = await killWhile(site, kills, () => localOperator(site.url, state).backUp());
  const chats = await readChats(users);
  await site.stop();
  report.info("times killed while backing up", site.kills);

  const check = checkOf(report);
  const restored = await restoreKilled(state, quiet.id, kills);
  check("quiet backup: tables and sums that differ", siteDifferences(state, restored), DATABASES.length);
  const site2 = await KillableSite.start(restored, VARS);
  const sameChats = await readChats(users.map((user) => user.at(site2.url)));
  await site2.stop();
  check(
    "quiet backup: people whose chats differ",
    sameChats.filter((chat, i) => chat !== chats[i]),
    USERS,
  );

  const site3 = await KillableSite.start(await restoreKilled(state, busy.id, 0), VARS);
  const wrong = await site3.rows<{ username: string }>(
    `select username from users where username like 'talker%' and (coins, xp) <>
      (select coalesce(sum(coins), 0), coalesce(sum(xp), 0) from transactions where user_id = users.id)`,
  );
  check("busy backup: balances that the ledger doesn't add up to", wrong, USERS);
  const orphans = await site3.rows<{ table: string }>("select * from pragma_foreign_key_check");
  check("busy backup: rows without a parent", orphans, USERS);
  const returned = users.map((user) => user.at(site3.url));
  await sendChats(returned, 1);
  report.atLeast("busy backup: people who chat on", (await readChats(returned)).length, USERS);
  await site3.stop();
};

/** Lets everyone write to the next person, who reads every second conversation. */
async function sendChats(users: readonly Member[], messages: number): Promise<void> {
  await forEach(users, async (user, i) => {
    const other = users[(i + 1) % users.length] ?? user;
    for (let n = 0; n < messages; n++)
      await user.post(`/api/messages/send/${other.id}`, {
        body: `Message ${n} of ${user.name} 🎈`,
        client_id: `backup-${user.id}-${n}`,
      });
    if (i % 2) await other.post(`/api/messages/read/${user.id}`);
  });
}

/** Returns what each user sees of their chats: unread numbers, conversations, and the messages with the next person. */
const readChats = (users: readonly Member[]): Promise<string[]> =>
  forEach(users, async (user, i) => {
    const other = users[(i + 1) % users.length] ?? user;
    const list = await user.expect("/api/conversations");
    return list.text + (await user.expect(`/api/messages/from/${other.id}`)).text;
  });

/** Kills the site some times while work runs, and waits for its result. */
async function killWhile<T>(site: KillableSite, kills: number, work: () => Promise<T>): Promise<T> {
  const result = work();
  result.catch(() => {});
  for (let i = 0; i < kills; i++) {
    await pause(between(KILL_INTERVAL.least, KILL_INTERVAL.most));
    await site.killAndRestart();
  }
  return result;
}

/** Restores a backup into a new state folder while the new site is killed. Returns the folder. */
async function restoreKilled(from: string, id: string, kills: number): Promise<string> {
  const state = emptyScratchFolder();
  copyBucket(from, state);
  const site = await KillableSite.start(state, { RESTORING: "on" });
  await killWhile(site, kills, () => localOperator(site.url, state).restore(id));
  await site.stop();
  return state;
}

/** Writes messages and comments until it's over. */
async function write(site: KillableSite, user: Member, other: Member, isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const message = { body: `Busy ${n}`, client_id: `busy-${user.id}-${n}` };
    const comment = { type: "user", id: other.id, body: `Comment ${n}` };
    if (!(await user.attempt(`/api/messages/send/${other.id}`, message))) await site.whenUp();
    if (!(await user.attempt("/api/comments/create", comment))) await site.whenUp();
    await pause(between(20, 200));
  }
}

/** Returns the numbers of rows and the sums that differ between the databases of two stopped sites. */
const siteDifferences = (first: string, second: string): string[] =>
  DATABASES.flatMap(({ name }) => {
    using a = new DatabaseSync(databaseFile(first, name), { readOnly: true });
    using b = new DatabaseSync(databaseFile(second, name), { readOnly: true });
    const tables = a
      .prepare(
        `select name from sqlite_master where type = 'table' and name not like '%\\_search%' escape '\\'
          and name not like 'sqlite%' and name not like '\\_cf%' escape '\\' order by name`,
      )
      .all()
      .map((row) => String(row.name))
      .filter((table) => !LIVE_TABLES.includes(table));
    const queries = [
      ...tables.map((table) => [table, `select count(*) as n from "${table}"`] as const),
      ...Object.entries(SUMS[name]),
    ];
    return queries.flatMap(([what, sql]) => {
      const [before, after] = [a, b].map((db) => JSON.stringify(db.prepare(sql).get()));
      return before === after ? [] : [`${name} ${what}: ${before} before, ${after} after`];
    });
  });
