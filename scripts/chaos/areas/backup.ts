import { setTimeout as pause } from "node:timers/promises";
import { copyBucket } from "../../backup/restore-nightly.ts";
import { readChats, sendChats } from "../../bench/backup/read-chats.ts";
import { siteDifferences } from "../../bench/backup/site-differences.ts";
import { addCrowd, type BenchUser } from "../../bench/chat/crowd.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder, scratchWorld } from "../../bench/worlds.ts";
import { localOperator } from "../../site/operator-client.ts";
import { localSecrets } from "../../site/secrets.ts";
import { between, sendRequest } from "../chat/send-request.ts";
import { KillableSite } from "../killable-site.ts";

const USERS = 24;
const MESSAGES = 10;
const KILLS = { full: 8, small: 2 };
/** Milliseconds between two kills: a slice of a backup has begun and not ended. */
const KILL_INTERVAL = { least: 1_000, most: 5_000 };
const ROWS = { users: 2_000, levels: 4_000, ratings: 6_000, inventory: 4_000, transactions: 30_000 };

/**
 * Backs up a site while members write to each other and the site is killed, and restores backups into new sites that are killed, too.
 * A backup of a quiet site must come back as it was; one of a busy site must have balances that its ledger adds up to.
 */
export const verifyBackup: BenchArea = async (report, { small }) => {
  const kills = KILLS[small ? "small" : "full"];
  const state = await scratchWorld(ROWS);
  const site = await KillableSite.start(state, { RATE_LIMITS: "off" });
  const run = (sql: string, ...params: (string | number)[]) => site.rows(sql, ...params);
  const users = await addCrowd({ url: site.url, run, secret: localSecrets(state).SESSION_SECRET }, USERS);
  await sendChats(site.url, users, MESSAGES);

  let isOver = false;
  const writing = Promise.all(users.map((user, i) => write(site, user, users[i ^ 1] ?? user, () => isOver)));
  const busy = await killWhile(site, kills, () => localOperator(site.url, state).backUp());
  isOver = true;
  const acknowledged = (await writing).reduce((sum, count) => sum + count, 0);
  // Deliveries that were interrupted are repeated.
  await pause(35_000);
  const quiet = await killWhile(site, kills, () => localOperator(site.url, state).backUp());
  const chats = await readChats(site.url, users);
  await site.stop();
  report.info("times killed while backing up", site.kills, {
    notes: [`${acknowledged} messages and ratings were acknowledged meanwhile`],
  });

  const restored = await restoreKilled(state, quiet.id, kills);
  const differences = siteDifferences(state, restored.state);
  report.info("times killed while restoring", restored.kills);
  report.atMost("quiet backup: tables and sums that differ", differences.length, 0, { notes: differences });
  const site2 = await KillableSite.start(restored.state, { RATE_LIMITS: "off" });
  const sameChats = await readChats(site2.url, users);
  await site2.stop();
  const changed = sameChats.filter((chat, i) => chat !== chats[i]);
  report.atMost("quiet backup: people whose chats differ", changed.length, 0, { notes: changed.slice(0, 2) });

  const live = await restoreKilled(state, busy.id, 0);
  const site3 = await KillableSite.start(live.state, { RATE_LIMITS: "off" });
  const wrong = await site3.rows(
    `select id from users where username like 'talker%' and (coins, xp) <>
      (select coalesce(sum(coins), 0), coalesce(sum(xp), 0) from transactions where user_id = users.id)`,
  );
  report.atMost("busy backup: balances that the ledger doesn't add up to", wrong.length, 0);
  const orphans = await site3.rows("select 1 from pragma_foreign_key_check");
  report.atMost("busy backup: rows without a parent", orphans.length, 0);
  const atRestored = users.map((user) => ({
    ...user,
    writeHeaders: { ...user.writeHeaders, Origin: site3.url },
  }));
  await sendChats(site3.url, atRestored, 1);
  report.info("busy backup: people who chat on", (await readChats(site3.url, users)).length);
  await site3.stop();
};

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

/** Restores a backup into a new state folder while the new site is killed. */
async function restoreKilled(
  from: string,
  id: string,
  kills: number,
): Promise<{ state: string; kills: number }> {
  const state = emptyScratchFolder();
  copyBucket(from, state);
  const site = await KillableSite.start(state, { RESTORING: "on" });
  await killWhile(site, kills, () => localOperator(site.url, state).restore(id));
  await site.stop();
  return { state, kills: site.kills };
}

/** Writes to another member and rates levels until it's over. Returns how much was acknowledged. */
async function write(
  site: KillableSite,
  user: BenchUser,
  other: BenchUser,
  hasEnded: () => boolean,
): Promise<number> {
  let acknowledged = 0;
  for (let n = 0; !hasEnded(); n++) {
    const requests: [path: string, input: object][] = [
      [`/api/messages/send/${other.id}`, { body: `Busy ${n}`, client_id: `busy-${user.id}-${n}` }],
      ["/api/comments/create", { type: "user", id: other.id, body: `Comment ${n}` }],
    ];
    for (const [path, input] of requests) {
      const response = await sendRequest(site, user, path, input);
      if (response && response.status < 300) acknowledged++;
      if (!response) await site.whenUp();
    }
    await pause(between(20, 200));
  }
  return acknowledged;
}
