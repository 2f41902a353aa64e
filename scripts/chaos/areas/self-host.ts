import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { backUpState, type Manifest, restoreState } from "../../backup/back-up-state.ts";
import { addCrowd, type BenchUser } from "../../bench/chat/crowd.ts";
import { type BenchReport, formatFigure } from "../../bench/report.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { localSecrets } from "../../site/secrets.ts";
import { markAsProduction } from "../../start/production-state.mjs";
import { between } from "../chat/send-request.ts";
import { type Check, checkCounters } from "../check-writes.ts";
import { KillableSite } from "../killable-site.ts";
import { checkBopis, checkFiles, checkMessages, openDatabase } from "../self-host/check-files.ts";
import { verifyFullDisk } from "../self-host/full-disk.ts";
import { SelfHostMember } from "../self-host/member.ts";
import { verifyMistakes } from "../self-host/mistakes.ts";
import { type KillTarget, ProductionSite, TEST_ORIGIN } from "../self-host/production-site.ts";
import { SelfHostHistory } from "../self-host/self-host-history.ts";

const KILLS = { full: 100, small: 10 };
const MEMBERS = 40;
const ITEMS = 400;
const COINS = 100_000;
const DAY = 24 * 60 * 60 * 1000;
/** Acknowledged writes from a start to the next kill. */
const KILL_AFTER = { least: 5, most: 60 };
/** Every tenth kill hits the runtime alone, and every tenth Node alone. */
const TARGETS: Record<number, KillTarget> = { 4: "runtime", 9: "node" };
const POLL_MS = 20;
const MAX_RESTARTS = 10;
const DRAW_LIMIT_MS = 60_000;

/** Kills a self-hosted site a hundred times while members write. Nothing acknowledged can be lost or doubled. */
export const verifySelfHost: BenchArea = async (report, { small }) => {
  // One folder deeper, so the log beside it is deleted with it.
  const state = join(emptyScratchFolder(), "state");
  mkdirSync(state);
  const { users, items } = await createWorld(state);
  const site = await ProductionSite.start(state);
  const history = new SelfHostHistory();
  let isOver = false;
  const members = users.map((user, i) => {
    const partner = users[i ^ 1] as BenchUser;
    return new SelfHostMember(site, user, { partner: partner.id, items }, history).run(() => isOver);
  });
  // An error ends the run.
  const writing = Promise.all(members).finally(() => {
    isOver = true;
  });
  writing.catch(() => undefined);
  const backupFolder = join(emptyScratchFolder(), "backup");
  let before = history.acknowledged();
  let copied: Manifest | undefined;
  const kills = small ? KILLS.small : KILLS.full;
  for (let i = 0; i < kills; i++) {
    const enough = history.accepted + between(KILL_AFTER.least, KILL_AFTER.most);
    while (history.accepted < enough && !isOver) await pause(POLL_MS);
    await site.kill(TARGETS[i % 10] ?? "everything");
    if (i === kills >> 1) {
      before = history.acknowledged();
      copied = await backUpState(state, backupFolder, { secrets: true });
    }
  }
  isOver = true;
  await writing;
  const pairs = users
    .filter((_, i) => i % 2 === 0)
    .map((user, i) => [user, users[2 * i + 1] as BenchUser] as const);
  const check: Check = (label, wrong, total) =>
    report.atMost(`${label}, of ${total}`, wrong.length, 0, { notes: wrong.slice(0, 3) });
  reportRun(report, site, history);
  await checkMessages(check, site, pairs, history.writes.messages);
  const restarts = await drawAll(site);
  report.atMost("pictures missing in the end", undrawn(state), 0, {
    notes: [`after ${restarts} more starts, whose first scheduled run queues lost jobs again`],
  });
  report.atMost("exit code of a stop", (await site.stop()) ?? 1, 0);
  const db = openDatabase(state);
  checkFiles(check, state, history.writes, db);
  checkBopis(check, history.colors, db);
  checkCounters(report, state);
  db.close();
  report.info("files in a backup made while members wrote", copied?.files.length ?? 0, {
    notes: [`the following checks are of a site that was restored from it`],
  });
  await checkRestored(report, backupFolder, pairs, before);
  await verifyMistakes(report, backupFolder);
  await verifyFullDisk(report);
};

/** Restores a backup, starts a site on it, and checks that it has every write that was acknowledged `before` the backup. */
async function checkRestored(
  report: BenchReport,
  backupFolder: string,
  pairs: readonly (readonly [BenchUser, BenchUser])[],
  before: ReturnType<SelfHostHistory["acknowledged"]>,
): Promise<void> {
  const check: Check = (label, wrong, total) =>
    report.atMost(`restored: ${label}, of ${total}`, wrong.length, 0, { notes: wrong.slice(0, 3) });
  const state = join(emptyScratchFolder(), "state");
  mkdirSync(state);
  await restoreState(backupFolder, state);
  const site = await ProductionSite.start(state);
  await checkMessages(check, site, pairs, before.messages);
  await site.stop();
  const db = openDatabase(state);
  checkFiles(check, state, before, db);
  checkCounters(report, state);
  db.close();
}

/** Creates members with coins and items on sale, in a state folder without demo accounts. */
async function createWorld(state: string): Promise<{ users: BenchUser[]; items: number[] }> {
  const site = await KillableSite.start(state, { ENVIRONMENT: "production" });
  const run = (sql: string, ...params: (string | number)[]) => site.rows(sql, ...params);
  const { SESSION_SECRET: secret } = localSecrets(state);
  const users = await addCrowd({ url: TEST_ORIGIN, run, secret }, MEMBERS + 1, "member");
  const [maker, ...members] = users as [BenchUser, ...BenchUser[]];
  const now = Date.now();
  await run(
    `insert into transactions (key, user_id, type_id, source_type, source_id, coins, created_at)
    select 'opening:' || value, value, 9, 'site', 0, ?, ? from json_each(?)`,
    COINS,
    now,
    JSON.stringify(members.map(({ id }) => id)),
  );
  // Newcomers could write only a few times a day.
  await run("update users set created_at = created_at - ?", 60 * DAY);
  const items = await site.rows<{ id: number }>(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into items (type_id, user_id, name, purchasable, price, created_at)
    select 4, ?, 'Ware ' || n, 'onsale', 1, ? from numbers returning id`,
    ITEMS,
    maker.id,
    now,
  );
  await site.stop();
  markAsProduction(state);
  return { users: members, items: items.map(({ id }) => id) };
}

function reportRun(report: BenchReport, site: ProductionSite, history: SelfHostHistory): void {
  const { everything, runtime, node } = site.kills;
  const responses = [...history.statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, n]) => `${status || "no response"}: ${n}`);
  const starts = site.starts.toSorted((a, b) => a - b);
  report.info("times killed", everything + runtime + node, {
    notes: [`everything ${everything}, the runtime alone ${runtime}, Node alone ${node}`],
  });
  report.info("writes acknowledged", history.accepted, {
    notes: [`responses ${responses.join(", ")}`],
  });
  report.info("milliseconds until the site responded again, median", starts[starts.length >> 1] ?? 0, {
    notes: [`most ${formatFigure(starts.at(-1) ?? 0)}`],
  });
  report.atMost("writes rejected that should be accepted", history.rejected.length, 0, {
    notes: history.rejected.slice(0, 3),
  });
  const errors = [...history.statuses].filter(([status]) => status >= 500 && status !== 503);
  report.atMost(
    "responses that were server errors, besides 503 while the runtime was away",
    errors.reduce((sum, [, n]) => sum + n, 0),
    0,
  );
}

/** Counts levels and bopis without their picture. */
function undrawn(state: string): number {
  const db = openDatabase(state);
  const row = db
    .prepare(
      `select (select count(*) from levels where thumbnail is null and visibility <> 'deleted')
        + (select count(*) from bopis where drawn <> revision) as n`,
    )
    .get();
  db.close();
  return Number(row?.n);
}

/** Restarts the site until every picture is drawn. Returns the number of restarts. */
async function drawAll(site: ProductionSite): Promise<number> {
  for (let restarts = 0; ; restarts++) {
    const end = Date.now() + DRAW_LIMIT_MS;
    for (let before = Number.POSITIVE_INFINITY; Date.now() < end; await pause(2_000)) {
      const now = undrawn(site.state);
      if (now === 0) return restarts;
      if (now === before) break;
      before = now;
    }
    if (restarts === MAX_RESTARTS) return restarts;
    await site.restart();
  }
}
