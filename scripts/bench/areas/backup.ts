import { backUpLocally, restoreLocally } from "../../backup/back-up-locally.ts";
import type { BulkCounts } from "../../seed/bulk.ts";
import { localSecrets } from "../../site/secrets.ts";
import { readChats, sendChats } from "../backup/read-chats.ts";
import { siteDifferences } from "../backup/site-differences.ts";
import { addCrowd } from "../chat/crowd.ts";
import type { BenchReport } from "../report.ts";
import type { BenchArea } from "../run.ts";
import { emptyScratchFolder, scratchWorld, startQuietSite } from "../worlds.ts";

/** A database of about 663 MB. */
const MANY = {
  users: 100_000,
  levels: 200_000,
  ratings: 300_000,
  comments: 200_000,
  items: 50_000,
  inventory: 185_000,
  buddies: 200_000,
  transactions: 1_100_000,
  threads: 50_000,
  replies: 200_000,
  cases: 20_000,
  audit_log: 50_000,
} satisfies BulkCounts;
const SMALL_PART = 20;
const TALKERS = 1_000;
const MESSAGES = 5;

const MAX_BACKUP_SECONDS = 600;
const MAX_RESTORE_SECONDS = 900;
/** Twice the rows take at most this many times as long. */
const MAX_GROWTH = 2.6;
/** No round trip may come near D1's limit of 30 s. */
const MAX_ROUND_TRIP_MS = 10_000;

const part = (counts: BulkCounts, divisor: number): BulkCounts =>
  Object.fromEntries(Object.entries(counts).map(([kind, count]) => [kind, Math.round(count / divisor)]));

/** Backs up a large site with chats, restores it, and compares both; and the same with half of its rows. */
export const measureBackup: BenchArea = async (report, { small }) => {
  const divisor = small ? SMALL_PART : 1;
  const half = await measure(
    report,
    "half the rows",
    part(MANY, 2 * divisor),
    Math.round(TALKERS / 2 / divisor),
  );
  const whole = await measure(report, "all rows", part(MANY, divisor), Math.round(TALKERS / divisor));
  report.atMost("all rows: backup", whole.backup, MAX_BACKUP_SECONDS, { unit: "s" });
  report.atMost("all rows: restore", whole.restore, MAX_RESTORE_SECONDS, { unit: "s" });
  report.atMost("restore, twice the rows", whole.restore / half.restore, MAX_GROWTH, { unit: "×" });
};

async function measure(report: BenchReport, label: string, counts: BulkCounts, talkers: number) {
  const state = await scratchWorld(counts);
  const site = await startQuietSite(state);
  const run = async (sql: string, ...params: (string | number)[]) =>
    (
      await site.d1
        .prepare(sql)
        .bind(...params)
        .all()
    ).results;
  const secret = localSecrets(state).SESSION_SECRET;
  const users = await addCrowd({ url: site.url, secret, run }, talkers);
  await sendChats(site.url, users, MESSAGES);
  const chats = await readChats(site.url, users);
  await site.stop();

  const backup = await backUpLocally(state);
  const copy = emptyScratchFolder();
  const restore = await restoreLocally({ from: state, to: copy, id: backup.id });
  const differences = siteDifferences(state, copy);
  const restored = await startQuietSite(copy);
  const sameChats = await readChats(restored.url, users);
  await restored.stop();

  const secondsOf = (each: typeof backup) => ((each.finished_at ?? 0) - each.started_at) / 1000;
  const seconds = { backup: secondsOf(backup), restore: secondsOf(restore) };
  report.info(`${label}: rows`, backup.rows, { notes: [`${backup.objects} objects`] });
  report.info(`${label}: seconds of the backup`, seconds.backup);
  report.info(`${label}: seconds of the restore`, seconds.restore);
  report.atMost(`${label}: longest round trip of the backup`, backup.slowest_ms, MAX_ROUND_TRIP_MS, {
    unit: "ms",
  });
  report.atMost(`${label}: longest round trip of the restore`, restore.slowest_ms, MAX_ROUND_TRIP_MS, {
    unit: "ms",
  });
  report.atMost(`${label}: tables and sums that differ`, differences.length, 0, { notes: differences });
  report.atMost(
    `${label}: people whose chats differ`,
    sameChats.filter((chat, i) => chat !== chats[i]).length,
    0,
  );
  return seconds;
}
