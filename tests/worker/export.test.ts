import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { OutputOf } from "#domain/api/route.ts";
import { bookmarkRoute, editThreadRoute } from "#domain/forums/api.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { dataExportRoute, deleteAccountRoute, startExportRoute } from "#domain/settings/api.ts";
import {
  type AccountOwner,
  createAccountOwner,
  emailSubjectsTo,
  PASSWORD,
} from "#tests/support/account-owner.ts";
import { Browser, builtSite, countRows, ORIGIN, runSql, testEnv } from "#tests/support/browser.ts";
import { befriend } from "#tests/support/buddies.ts";
import { storeRun } from "#tests/support/clears.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { sendMessage } from "#tests/support/messages.ts";
import { deliverBatch } from "#tests/support/render-jobs.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { postReply, startThread } from "#tests/support/threads.ts";
import { until } from "#tests/support/until.ts";
import { ownedItem } from "#tests/support/wearable.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addClear, addLevel } from "#tests/support/world.ts";
import { runSchedule } from "#worker/schedule.ts";
import { consumeExports, createExport } from "#worker/settings/export/commands.ts";
import { type ExportJob, exportKey } from "#worker/settings/export/job.ts";
import { splitIntoParts } from "#worker/settings/export/pack.ts";
import { SECTIONS } from "#worker/settings/export/sections.ts";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/** The CRC-32 of zip files. */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
}

/** Reads a zip with uncompressed entries, and verifies their checksums. */
function unzip(bytes: Uint8Array<ArrayBuffer>): Record<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [half, word] = [(at: number) => view.getUint16(at, true), (at: number) => view.getUint32(at, true)];
  const text = (from: number, length: number) =>
    new TextDecoder().decode(bytes.subarray(from, from + length));
  const end = view.byteLength - 22;
  if (word(end) !== END) throw new Error("This isn't a zip file.");
  const files: Record<string, string> = {};
  let at = word(end + 16);
  for (let remaining = half(end + 10); remaining > 0; remaining--) {
    if (word(at) !== ENTRY) throw new Error("An entry is in the wrong place.");
    const name = text(at + 46, half(at + 28));
    const local = word(at + 42);
    if (word(local) !== LOCAL) throw new Error(`${name} is in the wrong place.`);
    const from = local + 30 + half(local + 26) + half(local + 28);
    const size = word(at + 20);
    if (crc32(bytes.subarray(from, from + size)) !== word(at + 16))
      throw new Error(`${name} has the wrong checksum.`);
    if (name in files) throw new Error(`${name} is duplicated.`);
    files[name] = text(from, size);
    at += 46 + half(at + 28) + half(at + 30) + half(at + 32);
  }
  return files;
}

type State = OutputOf<typeof dataExportRoute>["export"];

/** A member whose exports wait until the test runs them, and the queued jobs. */
async function waiting(): Promise<AccountOwner & { exportJobs: ExportJob[] }> {
  const me = await createAccountOwner();
  const exportJobs: ExportJob[] = [];
  const queue = { send: async (job: ExportJob) => void exportJobs.push(job) };
  me.variant = { ...me.variant, EXPORTS: queue as unknown as Env["EXPORTS"] };
  return Object.assign(me, { exportJobs });
}
const start = (me: AccountOwner, password = PASSWORD) => me.call(startExportRoute, { password });
const stateOf = async (me: AccountOwner) => (await me.call(dataExportRoute)).body.export as State;
const notificationsOf = async (me: AccountOwner) =>
  ((await me.call(notificationListRoute)).body.data as { type: string; title: string }[]).map(
    ({ type, title }) => `${type}: ${title}`,
  );
const fetchFile = (browser: Browser, url: string) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return builtSite.fetch(new Request(ORIGIN + url, { headers: { Cookie: cookie } }));
};
/** The status only. An unread body would log a warning, so it is read. */
const statusOf = async (browser: Browser, url: string) => {
  const response = await fetchFile(browser, url);
  await response.arrayBuffer();
  return response.status;
};
const jobOf = (me: { exportJobs: ExportJob[] }) => me.exportJobs.at(-1) ?? { id: "none", origin: ORIGIN };

async function packed(me: AccountOwner): Promise<Record<string, unknown>> {
  const response = await fetchFile(me, (await stateOf(me))?.url ?? "");
  expect(response.status).toBe(200);
  const files = unzip(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, JSON.parse(text)]));
}

/** Delivers jobs to the queue consumer; returns how many were acknowledged and how many retried. */
async function deliver(jobs: readonly ExportJob[], queue = "bopolis-exports", env = testEnv) {
  const { done, retried } = await deliverBatch(queue, jobs, (batch) => consumeExports(batch, env));
  return { done: done.length, retried: retried.length };
}

describe("a data export", () => {
  let me: Awaited<ReturnType<typeof waiting>>;
  beforeEach(async () => {
    me = await waiting();
  });

  test("is requested with the password, made by the queue, announced and downloaded", async () => {
    const me = await createAccountOwner();
    expect((await start(me)).body).toEqual({
      export: { state: "waiting", created_at: expect.any(String), url: null, bytes: 0, expires_at: null },
    });
    await until(async () => (await stateOf(me))?.state === "ready");
    await until(async () => (await notificationsOf(me)).length > 0);
    expect(await notificationsOf(me)).toEqual([
      "account: Your data is ready. Download it from your settings.",
    ]);
    expect(await emailSubjectsTo(me.email)).toEqual(["Your Bopolis data is ready"]);
    const state = await stateOf(me);
    const response = await fetchFile(me, state?.url ?? "");
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/zip",
      "cache-control": "private, no-store",
      "content-length": String(state?.bytes),
      "content-disposition": expect.stringMatching(
        new RegExp(`^attachment; filename="${me.username}-\\d{4}-\\d\\d-\\d\\d\\.zip"$`),
      ),
    });
    const files = unzip(new Uint8Array(await response.arrayBuffer()));
    expect(JSON.parse(files["README.json"] ?? "")).toMatchObject({ site: "Bopolis", user_id: me.id });
  });

  test("contains everything of its owner, no secrets and nothing of others", async () => {
    const other = await signedInUser();
    const level = await addLevel(me.id, { title: "Windmill" });
    const theirs = await addLevel(other.id, { title: "Otter" });
    await addClear(me.id, theirs);
    await storeRun(me.id, theirs, { source: "web", log: "recording" });
    await storeRun(other.id, theirs);
    const { id: item } = await ownedItem(me.id, 4);
    await befriend(me, other, 1_000);
    await sendMessage(me, other, "Hello");
    await sendMessage(other, me, "Hi yourself");
    await runSql`insert into comments (target_type, target_id, user_id, body, created_at)
     
        values ('level', ${theirs}, ${me.id}, 'Mine "quoted" 🎉', 1000), ('level', ${theirs}, ${other.id}, 'Not mine', 1000)`;
    await runSql`insert into ratings (user_id, level_id, rating, difficulty, created_at)
      values (${me.id}, ${theirs}, 8, 4, 1000)`;
    await runSql`insert into discord_links (user_id, discord_id, username, access_token, refresh_token,
      linked_at)
      values (${me.id}, '5', 'ada', 'very secret', 'very secret', 1)`;
    await runSql`insert into former_names (username, user_id, created_at, reserved_until)
      values ('Old_Otter', ${me.id}, 1000, 2000), ('Not mine', ${other.id}, 1000, 2000)`;
    await runSql`insert into recovery_codes (user_id, hash) values (${me.id}, 'very secret')`;
    await runSql`update users set two_factor_secret = 'very secret' where id = ${me.id}`;
    await runSql`insert into billing_customers (user_id, customer_id, created_at)
      values (${me.id}, 'cus_1', 1)`;
    const { id: thread, title } = await startThread(me, { body: "What I asked" });
    await postReply(other, thread, "Not mine, either");
    await me.call(editThreadRoute, { id: thread, title, body: "What I ask now" });
    await me.call(bookmarkRoute, { id: thread });
    expect((await start(me)).status).toBe(201);
    await createExport(testEnv, jobOf(me));
    const files = await packed(me);
    const named = Object.keys((files["README.json"] as { files: object }).files);
    expect(
      Object.keys(files)
        .filter((name) => !name.startsWith("chats/"))
        .sort(),
    ).toEqual(["README.json", ...named.filter((name) => name !== "chats/")].sort());
    expect(files["account.json"]).toMatchObject([
      { id: me.id, username: me.username, email: me.email, created_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    expect(files["former-usernames.json"]).toEqual([
      {
        username: "Old_Otter",
        created_at: "1970-01-01T00:00:01.000Z",
        reserved_until: "1970-01-01T00:00:02.000Z",
      },
    ]);
    expect(files["levels.json"]).toMatchObject([{ id: level, title: "Windmill" }]);
    expect(files["level-documents.json"]).toMatchObject([{ level_id: level, revision: 1 }]);
    expect(files["inventory.json"]).toMatchObject([{ item_id: item }]);
    expect(files["comments.json"]).toMatchObject([
      { body: 'Mine "quoted" 🎉', created_at: "1970-01-01T00:00:01.000Z" },
    ]);
    expect(files["clears.json"]).toMatchObject([{ level_id: theirs, title: "Otter" }]);
    expect(files["runs.json"]).toMatchObject([{ level_id: theirs, title: "Otter", log: "recording" }]);
    expect(files["ratings.json"]).toMatchObject([{ rating: 8, title: "Otter" }]);
    expect(files["buddies.json"]).toMatchObject([{ username: other.username }]);
    expect(files["sessions.json"]).toHaveLength(1);
    expect(files["discord.json"]).toMatchObject([{ username: "ada" }]);
    expect(files["billing.json"]).toMatchObject([{ customer_id: "cus_1" }]);
    expect(files["threads.json"]).toMatchObject([{ id: thread, title, replies_count: 1 }]);
    expect(files["replies.json"]).toMatchObject([{ thread_id: thread, position: 0, body: "What I ask now" }]);
    expect(files["reply-edits.json"]).toMatchObject([{ title, body: "What I asked" }]);
    expect(files["bookmarks.json"]).toMatchObject([{ thread_id: thread, title }]);
    expect(files["threads-read.json"]).toMatchObject([{ thread_id: thread, position: 0 }]);
    expect(files["outfits.json"]).toEqual([]);
    expect(files["notification-settings.json"]).toMatchObject({ comment: true });
    expect(files[`chats/${other.username}.json`]).toMatchObject([
      { from: other.username, body: "Hi yourself", deleted: false },
      { from: "you", body: "Hello" },
    ]);
    expect(JSON.stringify(files)).not.toMatch(/very secret|scrypt|Not mine/);
  });

  test("of a large account contains every row once and every page of a conversation", async () => {
    const other = await signedInUser();
    await runSql`with recursive n(n) as (select 1 union all select n + 1 from n where n < 1200)
      insert into comments (target_type, target_id, user_id, body, created_at)
      select 'user', ${me.id}, ${me.id}, 'Comment ' || n, n from n`;
    await runSql`with recursive n(n) as (select 1 union all select n + 1 from n where n < 1200)
      insert into transactions (key, user_id, type_id, source_type, source_id, coins, created_at)
      select 'large:' || n, ${me.id}, 1 + n % 3 * 4, case n % 2 when 0 then 'site' else 'user'
        end, ${other.id}, n, n from n`;
    for (let n = 0; n < 3; n++) await sendMessage(me, other, `Message ${n}`);
    await start(me);
    await createExport(testEnv, jobOf(me));
    const files = await packed(me);
    const comments = files["comments.json"] as { body: string }[];
    expect(comments.map(({ body }) => body)).toEqual(
      Array.from({ length: 1200 }, (_, i) => `Comment ${i + 1}`),
    );
    const coins = (files["transactions.json"] as { coins: number }[]).map((row) => row.coins);
    expect(coins.sort((a, b) => a - b)).toEqual(Array.from({ length: 1200 }, (_, i) => i + 1));
    expect(files[`chats/${other.username}.json`]).toHaveLength(3);
  });

  test("refers only to existing columns and keys", async () => {
    for (const { keys, file } of SECTIONS) expect(keys === undefined || keys.length > 0, file).toBe(true);
    await start(me);
    await createExport(testEnv, jobOf(me));
    expect((await stateOf(me))?.state).toBe("ready");
  });

  test("is made one at a time and once a day, and again after a failure", async () => {
    expect(await stateOf(me)).toBeNull();
    expect((await start(me)).status).toBe(201);
    expect((await start(me)).body).toMatchObject({
      message: "Your data is already being prepared. We'll notify you when it's ready.",
    });
    expect(await deliver(me.exportJobs, "bopolis-exports-dead")).toEqual({ done: 1, retried: 0 });
    expect(await stateOf(me)).toMatchObject({ state: "failed", url: null });
    expect(await notificationsOf(me)).toEqual(["account: Your data couldn't be prepared. Please try again."]);
    expect((await start(me)).status).toBe(201);
    expect(await deliver([jobOf(me)])).toEqual({ done: 1, retried: 0 });
    expect((await stateOf(me))?.state).toBe("ready");
    const daily = await start(me);
    expect(daily.body.message).toBe("You can request your data once a day. The latest copy is still here.");
    expect(Number(daily.headers.get("Retry-After"))).toBeGreaterThan(86_000);
    expect(me.exportJobs).toHaveLength(2);
    await runSql`update exports set created_at = created_at - 86400000 where user_id = ${me.id}`;
    expect((await start(me)).status).toBe(201);
  });

  test("needs the password, and requested several times at once is made once", async () => {
    const wrong = await start(me, "not it");
    expect([wrong.status, wrong.body.errors]).toEqual([422, { password: ["That's not your password."] }]);
    expect((await start(me, "")).status).toBe(422);
    expect(await countRows("exports", sql`user_id = ${me.id}`)).toBe(0);
    const responses = await Promise.all([start(me), start(me), start(me)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(me.exportJobs).toHaveLength(1);
  });

  test("can be requested again if the queue rejects or loses it", async () => {
    const { variant } = me;
    const send = async () => {
      throw new Error("the queue is away");
    };
    me.variant = { ...variant, EXPORTS: { send } as unknown as Env["EXPORTS"] };
    expect((await start(me)).status).toBe(503);
    expectWorkerErrors();
    expect((await stateOf(me))?.state).toBe("failed");
    me.variant = variant;
    expect((await start(me)).status).toBe(201);
    await runSql`update exports set created_at = created_at - 3 * 3600000 where user_id = ${me.id}
      and state = 'waiting'`;
    expect((await stateOf(me))?.state).toBe("failed");
    expect((await start(me)).status).toBe(201);
  });

  test("that the queue delivers twice is announced once", async () => {
    await start(me);
    await Promise.all([createExport(testEnv, jobOf(me)), createExport(testEnv, jobOf(me))]);
    await createExport(testEnv, jobOf(me));
    expect(await notificationsOf(me)).toHaveLength(1);
    expect(await emailSubjectsTo(me.email)).toHaveLength(1);
    expect((await packed(me))["account.json"]).toHaveLength(1);
  });

  test("that can't be stored is retried and leaves no partial file", async () => {
    await start(me);
    const BUCKET = {
      createMultipartUpload: async (...args: Parameters<R2Bucket["createMultipartUpload"]>) => {
        const upload = await testEnv.BUCKET.createMultipartUpload(...args);
        return {
          uploadPart: async () => Promise.reject(new Error("the bucket is away")),
          abort: () => upload.abort(),
        };
      },
    } as unknown as R2Bucket;
    expect(await deliver(me.exportJobs, "bopolis-exports", { ...testEnv, BUCKET })).toEqual({
      done: 0,
      retried: 1,
    });
    expectWorkerErrors();
    expect((await stateOf(me))?.state).toBe("waiting");
    expect(await testEnv.BUCKET.head(exportKey(jobOf(me).id))).toBeNull();
    expect(await deliver(me.exportJobs)).toEqual({ done: 1, retried: 0 });
    expect((await stateOf(me))?.state).toBe("ready");
  });

  test("is for its owner only and isn't among the assets", async () => {
    await start(me);
    const url = `/api/auth/export/${jobOf(me).id}`;
    expect(await statusOf(me, url)).toBe(404);
    await createExport(testEnv, jobOf(me));
    expect(await statusOf(me, url)).toBe(200);
    expect([
      await statusOf(await signedInUser(), url),
      await statusOf(await signedInUser({ role: "admin" }), url),
      await statusOf(await Browser.visitor(), url),
      await statusOf(me, "/api/auth/export/x"),
      await statusOf(me, `/assets/${jobOf(me).id}`),
      await statusOf(me, `/assets/${encodeURIComponent(exportKey(jobOf(me).id))}`),
    ]).toEqual([404, 404, 401, 404, 404, 404]);
    // Banned members keep access to their data.
    await runSql`update users set banned_at = 1, ban_reason = 'Spam' where id = ${me.id}`;
    expect(await statusOf(me, url)).toBe(200);
    await runSql`delete from sessions where user_id = ${me.id}`;
    expect(await statusOf(me, url)).toBe(401);
  });

  test("is kept for seven days; then the schedule deletes its file and row", async () => {
    await start(me);
    await createExport(testEnv, jobOf(me));
    const { id } = jobOf(me);
    const week = Date.now() + 7 * 86_400_000;
    expect(Date.parse((await stateOf(me))?.expires_at ?? "")).toBeLessThanOrEqual(week);
    await runSchedule(testEnv);
    expect(await testEnv.BUCKET.head(exportKey(id))).not.toBeNull();
    await runSql`update exports set expires_at = ${Date.now() - 1} where id = ${id}`;
    expect(await stateOf(me)).toBeNull();
    expect(await statusOf(me, `/api/auth/export/${id}`)).toBe(404);
    await runSchedule(testEnv);
    expect(await testEnv.BUCKET.head(exportKey(id))).toBeNull();
    expect(await countRows("exports", sql`id = ${id}`)).toBe(0);
  });

  test("is deleted with the account, even while it is being made", async () => {
    for (const made of ["before", "meanwhile", "afterwards"]) {
      const me = await waiting();
      await start(me);
      const { id } = jobOf(me);
      if (made === "before") await createExport(testEnv, jobOf(me));
      const erase = async () => {
        const { status } = await me.call(deleteAccountRoute, { username: me.username, password: PASSWORD });
        expect(status).toBe(200);
      };
      if (made === "meanwhile") {
        const BUCKET = {
          delete: (keys: string[]) => testEnv.BUCKET.delete(keys),
          createMultipartUpload: async (...args: Parameters<R2Bucket["createMultipartUpload"]>) => {
            const upload = await testEnv.BUCKET.createMultipartUpload(...args);
            await erase();
            return upload;
          },
        } as unknown as R2Bucket;
        await createExport({ ...testEnv, BUCKET }, jobOf(me));
        expect(await testEnv.BUCKET.head(exportKey(id))).toBeNull();
      } else await erase();
      await createExport(testEnv, jobOf(me));
      await runSchedule(testEnv);
      expect(await testEnv.BUCKET.head(exportKey(id)), made).toBeNull();
      expect(await countRows("exports", sql`id = ${id}`), made).toBe(0);
      expect(await emailSubjectsTo(me.email), made).toEqual(["Your Bopolis account is deleted"]);
    }
  });
});

test("a stream is cut into parts of one size, however its chunks fall", async () => {
  await forAllAsync(
    50,
    fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 }),
    fc.integer({ min: 1, max: 30 }),
    async (chunks, size) => {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(chunk);
          controller.close();
        },
      });
      const got: number[][] = [];
      for await (const piece of splitIntoParts(stream, size)) got.push([...piece]);
      expect(got.flat()).toEqual(chunks.flatMap((chunk) => [...chunk]));
      for (const piece of got.slice(0, -1)) expect(piece).toHaveLength(size);
      const last = got.at(-1)?.length ?? 1;
      expect(last > 0 && last <= size).toBe(true);
    },
  );
});
