import { sql } from "drizzle-orm";
import fc from "fast-check";
import { statement } from "#db/database.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { addUser, db, forumDb, runForumSql, runSql, testEnv } from "#tests/support/browser.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { Life, mortal, orKilled } from "#tests/support/mortal.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import {
  type ForumEffect,
  type MainEffect,
  type PendingRow,
  pendingQuery,
  storeEffects,
} from "#worker/outbox/effects.ts";
import { OUTBOXES, type Outbox, openDatabases, relay, relayFully } from "#worker/outbox/relay.ts";

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

const relayAll = async () => {
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
      await relayAll();
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
    await relayAll();
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
    await relayAll();
    expect([await reasons("known"), await reasons("later")]).toEqual([["known"], []]);
    await runForumSql`update outbox set effects = '[]' where effects like '%from the future%'`;
    await relayAll();
    expect(await reasons("later")).toEqual(["later"]);
  });

  test("are deleted a day later, and only if they are applied", async () => {
    await store("main", [auditEffect("old")]);
    await relayAll();
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
