import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { statement } from "#db/database.ts";
import { PAID_CLEARS_PER_CREATOR } from "#domain/clears/rules.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import {
  addUser,
  Browser,
  countRows,
  db,
  forumDb,
  playDb,
  runForumSql,
  runPlaySql,
  runSql,
  testEnv,
} from "#tests/support/browser.ts";
import { relayAll } from "#tests/support/clears.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { Life, mortal, orKilled } from "#tests/support/mortal.ts";
import { browserWith } from "#tests/support/sign-up.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";
import { app } from "#worker/app.ts";
import { acceptRunStatements, recordRunStatements } from "#worker/clears/commands.ts";
import { playSessionStatements } from "#worker/hosts/play-sessions.ts";
import { reportedLevelQuery } from "#worker/hosts/reports.ts";
import type { MailRetry } from "#worker/mail/mail-retry.ts";
import { sendMails } from "#worker/mail/send.ts";
import {
  type ForumEffect,
  type MainEffect,
  type PendingRow,
  pendingQuery,
  storeEffects,
} from "#worker/outbox/effects.ts";
import { OUTBOXES, type Outbox, openDatabases, relay, relayFully } from "#worker/outbox/relay.ts";
import { FROM_PLAY, TO_PLAY } from "#worker/outbox/write-with-effects.ts";
import { consumePushes } from "#worker/push/consume-pushes.ts";
import { takeBackRunStatements } from "#worker/runs/take-back-run.ts";
import { runSchedule } from "#worker/schedule.ts";

const FROM_FORUM: Outbox = { source: "forum", target: "main" };
const TO_FORUM: Outbox = { source: "main", target: "forum" };

let count = 0;
const author = await addUser();

const auditEffect = (reason: string): MainEffect => ({
  type: "audit",
  entry: { actor_id: author.id, action: "test.effect", subject_type: "test", subject_id: 1, reason },
});

/** A thread whose publishing has an effect on the main database in turn. */
const publishEffect = (title: string): ForumEffect => ({
  type: "publish",
  held_id: 0,
  author: { id: author.id, role: "member", joined_at: 1 },
  post: { kind: "thread", place: { subforum_id: 1 }, title, body: "Hello" },
  context: { thread: null, quoted: null, mentioned: [] },
  effects: [auditEffect(`published ${title}`)],
});

const store = (target: DatabaseName, effects: MainEffect[] | ForumEffect[]) =>
  (target === "main" ? forumDb : db).batch({
    effects: storeEffects(target, effects as MainEffect[], Date.now()),
  });

const reasons = async (like: string) => {
  const rows = await runSql<{ reason: string }>`select reason from audit_log where action = 'test.effect'
    and reason like ${like} order by id`;
  return rows.map(({ reason }) => reason);
};

const relayAllFully = async () => {
  for (let i = 0; i < 2; i++)
    for (const outbox of OUTBOXES) await relayFully(openDatabases(testEnv), outbox, Date.now());
};

describe("effects on another database", () => {
  test("are applied exactly once and in order, however relays overlap, die and repeat", async () => {
    const [toForum, dies] = [fc.boolean(), fc.integer({ min: -1, max: 4 })];
    const step = fc.oneof(
      fc.record({ kind: fc.constant("audit"), effects: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ kind: fc.constant("publish") }),
      fc.record({ kind: fc.constant("relay"), toForum, dies, afterwards: fc.boolean(), stale: fc.boolean() }),
      fc.record({ kind: fc.constant("overlap") }),
      // After a rewind, the source can believe that the target has more than it does.
      fc.record({ kind: fc.constant("hint"), toForum, ahead: fc.integer({ min: 1, max: 5 }) }),
    );
    await forAllAsync(40, fc.array(step, { maxLength: 14 }), async (steps) => {
      const run = `run ${++count}`;
      const expected: string[] = [];
      const titles: string[] = [];
      const seen: Record<DatabaseName, PendingRow[]> = { main: [], forum: [], play: [] };
      for (const step of steps) {
        if ("effects" in step) {
          const list = Array.from({ length: step.effects }, (_, i) => `${run} #${expected.length + i}`);
          expected.push(...list);
          await store("main", list.map(auditEffect));
        } else if (step.kind === "publish") {
          titles.push(`${run} thread ${titles.length}`);
          await store("forum", [publishEffect(titles.at(-1) ?? "")]);
        } else if (step.kind === "overlap") {
          const overlapping = [FROM_FORUM, TO_FORUM, FROM_FORUM];
          await Promise.all(overlapping.map((outbox) => relay(openDatabases(testEnv), outbox)));
        } else if ("dies" in step) {
          const outbox = step.toForum ? TO_FORUM : FROM_FORUM;
          const source = step.toForum ? db : forumDb;
          const isStale = step.stale && seen[outbox.source].length > 0;
          const rows = isStale ? seen[outbox.source] : await source.all(pendingQuery(outbox.target));
          seen[outbox.source] = rows;
          await orKilled(relay(mortal(new Life(step.dies, step.afterwards)), outbox, { rows }));
        } else if ("ahead" in step) {
          const target = step.toForum ? "forum" : "main";
          await (step.toForum ? db : forumDb).all(
            statement(sql`insert into outbox_progress (target, relayed_to)
              select ${target}, coalesce(max(id), 0) from outbox where target = ${target}
              on conflict do update set relayed_to = excluded.relayed_to`),
          );
        }
      }
      await relayAllFully();
      expect(await reasons(`${run} #%`)).toEqual(expected);
      const published = titles.map((title) => `published ${title}`);
      expect((await reasons(`published ${run} thread%`)).sort()).toEqual(published.sort());
      const threads = await runForumSql<{ title: string }>`select title from threads
        where title like ${`${run} thread%`} order by id`;
      expect(threads.map(({ title }) => title)).toEqual(titles);
    });
  });

  test("that a database refuses are stored and don't hold up later ones", async () => {
    await store("main", [auditEffect("before")]);
    await store("main", [{ type: "notice", user_id: 999_999_999, notice: {} as never }]);
    await store("main", [auditEffect("after")]);
    await relayAllFully();
    expect(expectWorkerErrors().join()).toContain("effects refused");
    expect(await reasons("before")).toHaveLength(1);
    expect(await reasons("after")).toHaveLength(1);
    const [failure] = await runSql`select source, effects, error from outbox_failures`;
    expect(failure).toMatchObject({ source: "forum", error: expect.stringContaining("FOREIGN KEY") });
    await runSql`delete from outbox_failures`;
  });

  test("of a newer version wait for it, with all that follow", async () => {
    await store("main", [auditEffect("known")]);
    await store("main", [{ type: "from the future" } as never]);
    await store("main", [auditEffect("later")]);
    await relayAllFully();
    expect([await reasons("known"), await reasons("later")]).toEqual([["known"], []]);
    await runForumSql`update outbox set effects = '[]' where effects like '%from the future%'`;
    await relayAllFully();
    expect(await reasons("later")).toEqual(["later"]);
  });

  test("are deleted a day later, and only if they are applied", async () => {
    await store("main", [auditEffect("old")]);
    await relayAllFully();
    await store("main", [auditEffect("new")]);
    await runForumSql`update outbox set created_at = 1`;
    await relayFully(openDatabases(testEnv), FROM_FORUM, 2);
    expect(await runForumSql`select id from outbox where created_at = 1`).not.toEqual([]);
    await relayFully(openDatabases(testEnv), FROM_FORUM, Date.now());
    await relayFully(openDatabases(testEnv), FROM_FORUM, Date.now());
    expect(await runForumSql`select id from outbox`).toEqual([]);
    expect(await reasons("new")).toEqual(["new"]);
  });
});

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
  const [main] = await runSql`select sum(clears_count) as clears, sum(clear_ms_sum) as ms,
    (select sum(clears_count) from users) as by_users,
    (select coalesce(sum(value), 0) from counters where name = 'clears') as on_site,
    sum(plays_count) as plays, sum(visitors_count) as visitors,
    (select plays_sum from users where id = ${maker.id}) as plays_sum,
    (select coalesce(sum(clears), 0) from level_days) as day_clears,
    (select coalesce(sum(plays), 0) from level_days) as day_plays,
    (select count(*) from transactions where key glob 'clear:*') as paid,
    (select coalesce(sum(coins), 0) from transactions where type_id in (2, 6, 8)) as coins,
    (select coalesce(sum(xp), 0) from transactions where type_id in (2, 6, 8)) as xp from levels`;
  const [play] =
    await runPlaySql`with c as (select count(*) as n, coalesce(sum(best_ms), 0) as ms from clears),
    p as (select count(*) as n, coalesce(sum(visits), 0) as visits from plays where user_id <> ${maker.id}),
    r as (select user_id, level_id, state, reason from runs where user_id <> ${maker.id})
    select c.n as clears, c.ms, c.n as by_users, c.n as on_site, p.visits as plays, p.n as visitors, p.n as plays_sum,
    (select count(*) from r where state in ('counted', 'accepted')) as day_clears, p.visits as day_plays,
    (select count(*) from (select distinct user_id, level_id from r
      where state in ('counted', 'accepted') or reason = 'differs')) as paid,
    (select coalesce(sum(coins), 0) from runs) as coins,
    (select coalesce(sum(xp), 0) from runs) as xp from c, p`;
  return { main, play };
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

test("play data and the main database agree after any clears and plays, wherever processes die between the two", async () => {
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

const HOUR = 3_600_000;

describe("the mail outbox", () => {
  const mail = (body: string) =>
    runSql`insert into mails (recipient, subject, body, created_at)
      values ('x@example.com', '<b>Hi</b>', ${body}, 1)`;
  /** The environment with a mail service that calls this for each mail. */
  const mailing = (send: (mail: { text: string }) => Promise<unknown>) => ({
    ...testEnv,
    MAIL: { send } as unknown as SendEmail,
    MAIL_FROM: "site@example.com",
  });
  const waiting = () => countRows("mails", sql`sent_at is null`);

  test("shows unsent mails as escaped text with links, and is missing in production", async () => {
    await mail('<script>alert(1)</script> https://bopolis.test/x?a=1&b="2"');
    const page = await (await Browser.visitor()).fetch("/dev/outbox");
    expect(page.body.text).not.toContain("<script>alert");
    expect(page.body.text).not.toContain("<b>Hi");
    expect(page.body.text).toContain('<a href="https://bopolis.test/x?a=1');
    expect((await (await browserWith({ ENVIRONMENT: "production" })).fetch("/dev/outbox")).status).toBe(404);
  });

  test("is shown to a developer's own browser only, by the host of its URL", async () => {
    const status = async (host: string, ORIGIN?: string) => {
      const env = ORIGIN === undefined ? testEnv : { ...testEnv, ORIGIN };
      const context = createExecutionContext();
      const response = await app.fetch(new Request(`http://${host}/dev/outbox`), env, context);
      await waitOnExecutionContext(context);
      return response.status;
    };
    for (const host of ["localhost:8787", "127.0.0.1", "[::1]:8787", "192.168.1.5:8787", "site.localhost"])
      expect(await status(host), host).toBe(200);
    // The name of someone else's site that leads to this computer.
    for (const host of ["evil.example:8787", "localhost.evil.example", "127.0.0.1.evil.example"])
      expect(await status(host), host).toBe(404);
    expect(await status("bopolis.example", "https://bopolis.example")).toBe(200);
  });

  test("is emptied through the mail binding, each message once, even by concurrent runs", async () => {
    await mail("one");
    const sent: string[] = [];
    const env = mailing(async ({ text }) => sent.push(text));
    const count = await waiting();
    for (let n = 0; n <= count / 50 + 1; n++)
      await Promise.all([sendMails(env, Date.now()), sendMails(env, Date.now())]);
    await runSchedule(env);
    expect(await waiting()).toBe(0);
    expect(sent).toHaveLength(count);
    expect(new Set(sent)).toContain("one");
  });

  test("drops mails a month after they were sent or given up, and those that waited for a year", async () => {
    const day = 24 * HOUR;
    const add = (body: string, ageDays: number, attempts: number, isSent = false) =>
      runSql`insert into mails (recipient, subject, body, attempts, created_at, sent_at)
       
          values ('x@example.com', 'Hi', ${body}, ${attempts}, ${Date.now() - ageDays * day}, ${isSent ? 1 : null})`;
    await runSql`delete from mails`;
    await add("sent", 31, 1, true);
    await add("sent lately", 29, 1, true);
    await add("given up", 31, 12);
    await add("given up lately", 29, 12);
    await add("waits", 364, 3);
    await add("has waited", 366, 0);
    await runSchedule(testEnv);
    expect(await runSql`select body from mails order by id`).toEqual([
      { body: "sent lately" },
      { body: "given up lately" },
      { body: "waits" },
    ]);
    await runSql`delete from mails`;
  });

  test("keeps a message that fails, retries it later, and gives up after twelve attempts", async () => {
    await mail("never");
    let tries = 0;
    const env = mailing(async () => {
      tries++;
      throw new Error("no such mailbox");
    });
    for (let hour = 0; hour < 14; hour++) await sendMails(env, Date.now() + hour * HOUR);
    expect(tries).toBe(12);
    expect(await waiting()).toBe(1);
    expect(expectWorkerErrors()).toHaveLength(12);
    await runSql`delete from mails`;
  });

  test("tries a failed message again within a minute, and others don't use up a try while the service is away", async () => {
    for (const body of ["first", "second", "third"]) await mail(body);
    let isAway = true;
    let tries = 0;
    const sending = mailing(async () => {
      tries++;
      if (isAway) throw new Error("connection refused");
    });
    const retries: unknown[] = [];
    const send = async (body: unknown, options: unknown) => retries.push([body, options]);
    const env = { ...sending, PUSHES: { send } as unknown as Env["PUSHES"] };
    const start = Date.now();
    await sendMails(env, start);
    expect(tries).toBe(2);
    expect(retries).toEqual([[{ retry_mails: true }, { delaySeconds: 45 }]]);
    expect(await countRows("mails", sql`attempts = 0 and claimed_until = 0`)).toBe(1);
    isAway = false;
    await sendMails(env, start);
    expect(await waiting()).toBe(2);
    await sendMails(env, start + 45_000);
    expect(await waiting()).toBe(0);
    expect([tries, retries.length]).toEqual([5, 1]);
    expectWorkerErrors();
  });

  test("sends what is due when a message of the queue says so", async () => {
    await mail("again");
    const sent: string[] = [];
    const message = { body: { retry_mails: true }, attempts: 1, ack: () => sent.push("ack") };
    const batch = { queue: "bopolis-pushes", messages: [message] } as unknown as MessageBatch<MailRetry>;
    await consumePushes(
      batch,
      mailing(async ({ text }) => sent.push(text)),
    );
    expect(sent).toEqual(["again", "ack"]);
  });
});
