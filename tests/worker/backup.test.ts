import { runInDurableObject } from "cloudflare:test";
import * as fc from "fast-check";
import { makeDue } from "#tests/support/alarms.ts";
import {
  allRows,
  backUpSite,
  emptyDatabases,
  finishJob,
  inBackup,
  schemaEntries,
} from "#tests/support/backups.ts";
import { forumDb, runForumSql, runSql, testEnv } from "#tests/support/browser.ts";
import { addLedgerRows, giveCoins, userWithCoins } from "#tests/support/coins.ts";
import { evict } from "#tests/support/evict.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { makeSharedBuild } from "#tests/support/invite-editor.ts";
import { conversationsOf, messagesOf, sendMessage } from "#tests/support/messages.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { startThread, threadPage } from "#tests/support/threads.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";
import { backUpStep, holdLedger, newBackup } from "#worker/backup/back-up.ts";
import { BackupStore } from "#worker/backup/backup-store.ts";
import { type ExportCursor, exportState, importState } from "#worker/backup/export-state.ts";
import type { Job, StepResult } from "#worker/backup/job.ts";
import { manifestPath, planSite, putManifest, readManifest } from "#worker/backup/manifest.ts";
import { newRestore, restoreStep } from "#worker/backup/restore.ts";
import { foldXp } from "#worker/ledger/fold-xp.ts";
import { backupStub, buildStub, conversationStub, hubStub } from "#worker/live/stubs.ts";
import { storeEffects } from "#worker/outbox/effects.ts";
import { OUTBOXES, openDatabases, relayFully } from "#worker/outbox/relay.ts";

/** Does all steps of a job, each one twice from the same progress. */
async function repeatSteps<J extends Job>(job: J, step: (job: J) => Promise<StepResult>): Promise<void> {
  for (;;) {
    await step(structuredClone(job));
    if ((await step(job)).isDone) return;
  }
}

async function restore(id: string) {
  await emptyDatabases();
  expect(await backupStub(testEnv).restore(id)).toBeNull();
  return finishJob();
}

describe("a restore", () => {
  test("brings back the database, chats, unread numbers and drafts, and gives no id twice", async () => {
    const { ann, ben, level, page } = await makeSharedBuild();
    await addLevel(ann.id);
    await sendMessage(ann, ben, "Hello");
    await sendMessage(ben, ann, "Are you there?");
    page.close();
    const document = await buildStub(testEnv, level).document(1);
    const before = {
      schema: await schemaEntries(),
      rows: await allRows(),
      chat: await messagesOf(ann, ben),
      index: await conversationsOf(ann),
    };
    const id = await backUpSite();
    const lost = await addLevel(ann.id);
    const objects = [
      hubStub(testEnv, ann.id),
      conversationStub(testEnv, ann.id, ben.id),
      buildStub(testEnv, level),
    ];
    for (const object of objects) {
      await runInDurableObject(object, (_, { storage }) => storage.deleteAll());
      await evict(object);
    }
    expect(await restore(id)).toMatchObject({ type: "restore", id, error: null });
    expect(await schemaEntries()).toEqual(before.schema);
    expect(await allRows()).toEqual(before.rows);
    expect(await messagesOf(ann, ben)).toEqual(before.chat);
    expect(await conversationsOf(ann)).toEqual(before.index);
    expect(await buildStub(testEnv, level).document(1)).toBe(document);
    expect((await sendMessage(ben, ann, "After the restore")).id).toBe(`${ann.id}_${ben.id}_3`);
    expect(await conversationsOf(ann)).toMatchObject({ unread_count: 2 });
    expect(await addLevel(ann.id)).toBeGreaterThan(lost);
  });

  test("goes on after an eviction", async () => {
    await backupStub(testEnv).start();
    await evict(backupStub(testEnv));
    const { id } = await finishJob();
    const rows = await allRows();
    await emptyDatabases();
    expect(await backupStub(testEnv).restore(id)).toBeNull();
    await evict(backupStub(testEnv));
    expect(await finishJob()).toMatchObject({ error: null });
    expect(await allRows()).toEqual(rows);
  });

  test("isn't changed by steps that are repeated because the process died", async () => {
    const rows = await allRows();
    const id = await inBackup(async ({ sql: storage }) => {
      const store = new BackupStore(storage);
      const plan = await planSite(openDatabases(testEnv));
      // Newer than the other tests' backups, which would replace it.
      const now = Date.now() + 3_600_000;
      const job = newBackup(now, true);
      await repeatSteps(job, (each) => backUpStep({ env: testEnv, store, plan }, each, now + 60_000));
      return job.id;
    });
    await emptyDatabases();
    await inBackup(async ({ sql: storage }) => {
      const store = new BackupStore(storage);
      const manifest = await readManifest(testEnv.BUCKET, id);
      const job = newRestore(id, Date.now());
      await repeatSteps(job, (each) => restoreStep({ env: testEnv, store, manifest }, each));
    });
    expect(await allRows()).toEqual(rows);
  });

  test("applies effects that were waiting, and those that came while the backup ran, each once", async () => {
    const ann = await signedInUser();
    const thread = await startThread(ann);
    const effect = (reason: string) =>
      forumDb.batch({
        effects: storeEffects(
          "main",
          [
            {
              type: "audit",
              entry: { actor_id: ann.id, action: "test.effect", subject_type: "test", subject_id: 1, reason },
            },
          ],
          Date.now(),
        ),
      });
    const relayAll = async () => {
      for (const outbox of OUTBOXES) await relayFully(openDatabases(testEnv), outbox, Date.now());
    };
    await effect("applied");
    await relayAll();
    await effect("waiting");
    await backupStub(testEnv).start();
    const plan = await planSite(openDatabases(testEnv));
    await inBackup(({ kv }) => kv.put("plan", plan));
    // Rows that come now aren't copied, so their position must not be, either.
    await relayAll();
    const { id, error } = await finishJob();
    expect(error).toBeNull();
    expect(await restore(id)).toMatchObject({ error: null });
    await relayAll();
    await effect("afterwards");
    await relayAll();
    const reasons = await runSql<{ reason: string }>`select reason from audit_log where action = 'test.effect'
      and actor_id = ${ann.id} order by id`;
    expect(reasons.map(({ reason }) => reason)).toEqual(["applied", "waiting", "afterwards"]);
    expect((await threadPage(ann, thread.id)).thread.title).toBe(thread.title);
    expect((await startThread(ann)).id).toBeGreaterThan(thread.id);
  });

  test("finds each row of the ledger once, though the schedule folds rows while the backup runs", async () => {
    const users = [await userWithCoins(3), await userWithCoins(4)];
    const xp = Array.from({ length: 10 }, () => ({ type_id: 6, source_type: "level", xp: 10 }) as const);
    for (const { id } of users) await addLedgerRows(id, xp);
    const now = Date.now();
    const id = await inBackup(async ({ sql: storage }) => {
      const store = new BackupStore(storage);
      const job = newBackup(now + 2 * 3_600_000, true);
      await holdLedger(testEnv, job, now);
      const plan = await planSite(openDatabases(testEnv));
      for (let isDone = false; !isDone; ) {
        if (job.phase === "database") await foldXp(testEnv, now);
        ({ isDone } = await backUpStep(
          { env: testEnv, store, plan },
          job,
          job.phase === "database" ? now : job.startedAt + 60_000,
        ));
      }
      return job.id;
    });
    await foldXp(testEnv, now);
    const rows = await allRows();
    expect(rows["main.transactions"]).toHaveLength(4);
    expect(await restore(id)).toMatchObject({ error: null });
    await foldXp(testEnv, now);
    expect(await allRows()).toEqual(rows);
  });

  test("isn't made of tables that were copied with a long break between them", async () => {
    const outcome = inBackup(async ({ sql: storage }) => {
      const job = newBackup(Date.now(), true);
      await holdLedger(testEnv, job, Date.now());
      const plan = await planSite(openDatabases(testEnv));
      const context = { env: testEnv, store: new BackupStore(storage), plan };
      await backUpStep(context, job, Date.now());
      return backUpStep(context, job, Date.now() + 24 * 3_600_000).catch(String);
    });
    expect(await outcome).toContain("HoldLapsed");
  });

  test("of a version with fewer databases leaves the others empty", async () => {
    const id = await backUpSite();
    const manifest = await readManifest(testEnv.BUCKET, id);
    const pages = manifest.pages.filter(({ source }) => !source.includes("/"));
    await putManifest(testEnv.BUCKET, { ...manifest, others: {}, pages });
    expect(await restore(id)).toMatchObject({ error: null });
    expect(
      await runForumSql`select name from sqlite_master where name not like '\\_cf%' escape '\\'
        and name not like 'sqlite%'`,
    ).toEqual([]);
    await putManifest(testEnv.BUCKET, manifest);
    expect(await restore(id)).toMatchObject({ error: null });
  });

  test("that failed goes on once its file is there, also in a new object, and never with another backup", async () => {
    const rows = await allRows();
    const id = await backUpSite();
    const { pages, packs } = await readManifest(testEnv.BUCKET, id);
    await emptyDatabases();
    // A site that isn't being restored stores its errors.
    testEnv.RESTORING = "on";
    onTestFinished(() => void delete testEnv.RESTORING);
    for (const { path } of [pages.at(-1), packs.at(-1)].filter((file) => file !== undefined)) {
      const bytes = await (await testEnv.BUCKET.get(path))?.arrayBuffer();
      await testEnv.BUCKET.delete(path);
      expect(await backupStub(testEnv).restore(id)).toBeNull();
      expect(await finishJob()).toMatchObject({ error: `DamagedFile: ${path} is missing` });
      await expect(backupStub(testEnv).restore("2030-01-01T00-00-00")).resolves.toMatch("isn't empty");
      await testEnv.BUCKET.put(path, bytes ?? "");
    }
    await inBackup((storage) => storage.kv.delete("last"));
    await evict(backupStub(testEnv));
    expect(await backupStub(testEnv).restore(id)).toBeNull();
    expect(await finishJob()).toMatchObject({ type: "restore", id, error: null });
    expect(expectWorkerErrors()).toHaveLength(2);
    expect(await allRows()).toEqual(rows);
    await expect(backupStub(testEnv).restore(id)).resolves.toMatch("isn't empty");
  });

  test("refuses a manifest that isn't the one that was stored, and names a damaged and a missing file", async () => {
    const id = await backUpSite();
    const manifest = await readManifest(testEnv.BUCKET, id);
    const customMetadata = (await testEnv.BUCKET.get(manifestPath(id)))?.customMetadata ?? {};
    for (const text of [JSON.stringify({ ...manifest, pages: manifest.pages.slice(1) }), "{"]) {
      await testEnv.BUCKET.put(manifestPath(id), text, { customMetadata });
      await expect(readManifest(testEnv.BUCKET, id)).rejects.toThrow("is damaged");
    }
    await testEnv.BUCKET.put(manifestPath(id), "{");
    await expect(readManifest(testEnv.BUCKET, id)).rejects.toThrow("is damaged");
    await putManifest(testEnv.BUCKET, { ...manifest, version: 1 as 2 });
    await expect(readManifest(testEnv.BUCKET, id)).rejects.toThrow("was written by a version before 1.0");
    await putManifest(testEnv.BUCKET, manifest);
    expect(await readManifest(testEnv.BUCKET, id)).toEqual(manifest);
    const path = manifest.pages[3]?.path ?? "";
    const bytes = await (await testEnv.BUCKET.get(path))?.arrayBuffer();
    await testEnv.BUCKET.put(path, "something else");
    expect(await restore(id)).toMatchObject({ error: `DamagedFile: ${path} is damaged` });
    await testEnv.BUCKET.delete(path);
    expect(await restore(id)).toMatchObject({ error: `DamagedFile: ${path} is missing` });
    expect(expectWorkerErrors()).toHaveLength(2);
    await testEnv.BUCKET.put(path, bytes ?? "");
    expect(await restore(id)).toMatchObject({ error: null });
    await expect(backupStub(testEnv).restore("2030-01-01T00-00-00")).resolves.toMatch("isn't empty");
    const missing = manifestPath("2030-01-01T00-00-00");
    await expect(readManifest(testEnv.BUCKET, "2030-01-01T00-00-00")).rejects.toThrow(
      `${missing} is missing`,
    );
  });
});

/** Runs the alarms of a conversation, one of which reports its change. */
const reportChange = (conversation: ReturnType<typeof conversationStub>) =>
  runInDurableObject(conversation, async (object, { storage }) => {
    makeDue(storage, "report change");
    await (object as unknown as { onAlarm(): Promise<void> }).onAlarm();
  });

/** Backs up the site at a time in the future, so the backup is newer than those of other tests. */
const stepThrough = (now: number, env = testEnv) =>
  inBackup(async ({ sql: storage }) => {
    const store = new BackupStore(storage);
    store.clearPages();
    const plan = await planSite(openDatabases(testEnv));
    const job = newBackup(now, true);
    while (!(await backUpStep({ env, store, plan }, job, now + 60_000)).isDone);
    return { job, manifest: await readManifest(env.BUCKET, job.id) };
  });

describe("a backup of a site in use", () => {
  test("holds the balances that its ledger adds up to", async () => {
    const ann = await userWithCoins(100);
    const ben = await userWithCoins(10);
    await backupStub(testEnv).start();
    const plan = await planSite(openDatabases(testEnv));
    await inBackup(({ kv }) => {
      kv.put("plan", plan);
      kv.put("job", { ...kv.get<Job>("job"), heldUntil: Date.now() + 7_000_000 });
    });
    await giveCoins(ann.id, 25);
    const late = await userWithCoins(7);
    await addLevel(late.id);
    const { id, error } = await finishJob();
    expect(error).toBeNull();
    expect(await restore(id)).toMatchObject({ error: null });
    expect(
      await runSql`select id, coins, ledger_id = (select max(id) from transactions
        where user_id = users.id) as newest
        from users where id in (${ann.id}, ${ben.id}, ${late.id})`,
    ).toEqual([
      { id: ann.id, coins: 100, newest: 1 },
      { id: ben.id, coins: 10, newest: 1 },
    ]);
    expect(
      await runSql`select id from users where (coins, xp) <>
        (select coalesce(sum(coins), 0), coalesce(sum(xp), 0) from transactions where user_id = users.id)`,
    ).toEqual([]);
  });

  test("reads an object again only if it has changed", async () => {
    const [ann, ben, cleo] = [await signedInUser(), await signedInUser(), await signedInUser()];
    await sendMessage(ann, ben, "One");
    await sendMessage(ann, cleo, "One");
    const newestOf = (other: { id: number }) =>
      inBackup(({ sql: store }) =>
        store
          .exec(
            "select backup from exports where kind = 'conversation' and name = ?",
            `${ann.id}_${other.id}`,
          )
          .one(),
      );
    await reportChange(conversationStub(testEnv, ann.id, ben.id));
    await reportChange(conversationStub(testEnv, ann.id, cleo.id));
    const first = await backUpSite();
    expect([await newestOf(ben), await newestOf(cleo)]).toEqual([{ backup: first }, { backup: first }]);
    await sendMessage(ben, ann, "Two");
    await reportChange(conversationStub(testEnv, ann.id, ben.id));
    const second = await backUpSite();
    expect([await newestOf(ben), await newestOf(cleo)]).toEqual([{ backup: second }, { backup: first }]);
  });

  test("deletes an older backup that didn't finish, and leaves one that began after it", async () => {
    const [older, newer] = ["2020-01-01T00-00-00", "2999-01-01T00-00-00"].map(
      (id) => `backups/${id}/started`,
    );
    for (const path of [older, newer]) await testEnv.BUCKET.put(String(path), "");
    await stepThrough(Date.now());
    expect(await testEnv.BUCKET.head(String(older))).toBeNull();
    expect(await testEnv.BUCKET.head(String(newer))).not.toBeNull();
    await testEnv.BUCKET.delete(String(newer));
  });

  test("keeps the files of objects while the manifest of another backup can't be read", async () => {
    const [ann, ben] = [await signedInUser(), await signedInUser()];
    const change = async (text: string) => {
      await sendMessage(ann, ben, text);
      await reportChange(conversationStub(testEnv, ann.id, ben.id));
    };
    const copy = async (now: number) => (await stepThrough(now)).job.id;
    const hour = 3_600_000;
    await change("One");
    const first = await copy(Date.now() + 2 * hour);
    const manifest = await readManifest(testEnv.BUCKET, first);
    await testEnv.BUCKET.put(manifestPath(first), "damaged");
    await change("Two");
    await copy(Date.now() + 3 * hour);
    for (const { path } of manifest.packs)
      expect([path, await testEnv.BUCKET.head(path)]).not.toEqual([path, null]);
    await putManifest(testEnv.BUCKET, manifest);
    expect(await restore(first)).toMatchObject({ error: null });
    expect((await messagesOf(ann, ben)).data.map(({ body }) => body)).toEqual(["One"]);
  });

  test("goes on with the other objects if one can be read in part only, which stays for the next backup", async () => {
    const name = "999003";
    await runInDurableObject(hubStub(testEnv, Number(name)), (_, { storage }) => {
      storage.sql.exec("create table things (text text)");
      // More than a part.
      for (let i = 0; i < 2_000; i++) storage.sql.exec("insert into things values (?)", "x".repeat(4_000));
    });
    const changed = () =>
      inBackup(({ sql: storage }) => new BackupStore(storage).changedBy("hub", Number.MAX_VALUE, 1_000));
    await backupStub(testEnv).changed("hub", name);
    const working = testEnv.USER_HUB;
    const getByName = (hub: string) => ({
      exportState: async (cursor: ExportCursor | null) => {
        if (hub === name && cursor) throw new Error("Too large");
        return working.getByName(hub).exportState(cursor);
      },
    });
    const env = { ...testEnv, USER_HUB: { getByName } } as unknown as Env;
    const { job, manifest } = await stepThrough(Date.now() + 5 * 3_600_000, env);
    expect(job.failed).toEqual([`hub:${name}`]);
    expect(manifest.failed).toEqual([`hub:${name}`]);
    expect((await changed()).map((each) => each.name)).toContain(name);
    expect(expectWorkerErrors()).toEqual([expect.stringContaining("Too large")]);
    expect((await stepThrough(Date.now() + 6 * 3_600_000)).manifest.failed).toEqual([]);
    expect((await changed()).map((each) => each.name)).not.toContain(name);
  });
});

const value = fc.oneof(
  fc.constant(null),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => `${n}`),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: "binary" }),
  fc.constantFrom("a\0b", "\0", "[1]", '{"a":1}', "line\nbreak", "'", '"', "\u2028"),
  fc.uint8Array(),
);

test("the state of an object is the same after a backup and a restore, whatever its values are", async () => {
  const source = hubStub(testEnv, 999_001);
  const target = hubStub(testEnv, 999_002);
  const dump = "select typeof(a) as t, quote(a) as a, quote(b) as b, c from things order by c";
  await forAllAsync(
    25,
    fc.array(fc.tuple(value, value), { maxLength: 30 }),
    fc.jsonValue().map((thing) => JSON.parse(JSON.stringify(thing)) as unknown),
    async (rows, kv) => {
      const before = await runInDurableObject(source, async (_, { storage }) => {
        storage.sql.exec("drop table if exists things");
        storage.sql.exec("create table things (c integer primary key autoincrement, a, b text)");
        for (const [a, b] of rows)
          storage.sql.exec(
            `insert into things (a, b) values (${isNumeral(a) ? "cast(? as integer)" : "?"}, ?)`,
            a,
            b,
          );
        storage.kv.put("thing", kv);
        const { text, next } = await exportState(storage, { object: "hub", name: "999001" }, null);
        expect(next).toBeNull();
        return { text, rows: storage.sql.exec(dump).toArray(), kv: storage.kv.get("thing") };
      });
      const after = await runInDurableObject(target, async (_, { storage }) => {
        expect(await importState(storage, before.text)).toBe(true);
        return { rows: storage.sql.exec(dump).toArray(), kv: storage.kv.get("thing") };
      });
      expect(after).toEqual({ rows: before.rows, kv: before.kv });
    },
  );
});

const isNumeral = (text: unknown) => typeof text === "string" && /^-?\d+$/.test(text);

test("files of a backup aren't served", async () => {
  const id = await backUpSite();
  const ann = await signedInUser();
  for (const path of [manifestPath(id), encodeURIComponent(manifestPath(id))])
    expect((await ann.fetch(`/assets/${path}`)).status).toBe(404);
});
