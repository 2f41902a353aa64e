import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { playingRoute } from "#domain/play/api.ts";
import { updateBioRoute } from "#domain/settings/api.ts";
import { emailSubjectsTo } from "#tests/support/account-owner.ts";
import { finishJob } from "#tests/support/backups.ts";
import { flushPresence, forgetBoard } from "#tests/support/board.ts";
import { Browser, countRows, db, ORIGIN, runSql, testEnv } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import { newClientId } from "#tests/support/messages.ts";
import { whileReadOnly } from "#tests/support/read-only.ts";
import { auditRowsBy } from "#tests/support/report-case.ts";
import { joinRoom } from "#tests/support/room-client.ts";
import { createRunLevel, runPlayer, straightRun } from "#tests/support/runs.ts";
import { addMember } from "#tests/support/sign-up.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { inputsOf, StoppedClock, sendInputs } from "#tests/support/stopped-clock.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { createTwoFactorUser, submitPassword, submitSecondStep } from "#tests/support/two-factor.ts";
import { until } from "#tests/support/until.ts";
import { forgetReadOnly, isReadOnly } from "#worker/http/read-only.ts";
import { randomToken } from "#worker/http/session.ts";
import site from "#worker/index.ts";
import { backupStub, presenceStub } from "#worker/live/stubs.ts";
import { makeAdmin, operatorTokenName } from "#worker/operator/make-admin.ts";
import { operatorResponse } from "#worker/operator/operator-response.ts";
import { runSchedule } from "#worker/schedule.ts";
import { recoveryHash, sealSecret } from "#worker/security/totp.ts";

interface Call {
  method?: string;
  secret?: string | undefined;
  input?: object;
  env?: Partial<Env>;
}

async function call(path: string, { method = "GET", secret, input, env }: Call = {}) {
  const request = new Request(`${ORIGIN}/api/operator/${path}`, {
    method,
    headers: secret ? { Authorization: `Bearer ${secret}` } : {},
    ...(input && { body: JSON.stringify(input) }),
  });
  const response = await operatorResponse(request, { ...testEnv, ...env });
  return response && { status: response.status, body: await response.json<unknown>() };
}

const secret = testEnv.OPERATOR_SECRET;

describe("the operator's endpoints", () => {
  test("start a backup and say how it went", async () => {
    const started = await call("backup", { method: "POST", secret, input: {} });
    expect(started).toMatchObject({ status: 200, body: { id: expect.any(String) } });
    const id = (await backupStub(testEnv).status()).running?.id ?? "";
    expect(await call("backup", { secret })).toMatchObject({ status: 200, body: { running: { id } } });
    await finishJob();
    expect(await call("backup", { secret })).toMatchObject({ body: { running: null, newest: { id } } });
  });

  test("refuse to restore into a database in use, and a restore without an id", async () => {
    const input = { id: "2030-01-01T00-00-00" };
    expect(await call("restore", { method: "POST", secret, input })).toMatchObject({ status: 409 });
    expect(await call("restore", { method: "POST", secret, input: {} })).toMatchObject({ status: 422 });
  });

  test("switch read-only mode, and nothing else", async () => {
    const change = (value: unknown) => call("read-only", { method: "POST", secret, input: { value } });
    const stored = () => runSql`select value from site_values where name = 'read_only'`;
    for (const value of ["on", "off"]) {
      expect(await change(value)).toEqual({ status: 200, body: { value } });
      expect(await stored()).toEqual([{ value }]);
    }
    expect(await change("maybe")).toMatchObject({ status: 422 });

    expect(await stored()).toEqual([{ value: "off" }]);
  });

  test("reset the second factor of a user who has lost it with the site's SEAL_SECRET", async () => {
    const code = "0000-0000-0000";
    const ann = await createTwoFactorUser({ role: "admin" }, [code]);
    const other = { SEAL_SECRET: "a secret that was lost" };
    await db.batch({
      secret:
        statement(sql`update users set two_factor_secret = ${await sealSecret(other, ann.id, ann.secret)}
        where id = ${ann.id}`),
      code: statement(sql`update recovery_codes set hash = ${recoveryHash(other, ann.id, code)}
        where user_id = ${ann.id}`),
    });
    const browser = await Browser.visitor();
    expect((await submitPassword(browser, ann.username)).body).toEqual({ two_factor: true });
    expect((await submitSecondStep(browser, { recovery_code: code })).status).toBe(422);

    const socket = await connectSocket(ann);
    const reset = (username: unknown) =>
      call("reset-two-factor", { method: "POST", secret, input: { username } });
    const message = `${ann.username} can sign in with the password alone, and is signed out everywhere. Until they turn on two-factor authentication again, they have the rights of a member.`;
    expect(await reset(ann.username)).toEqual({ status: 200, body: { message } });
    expect((await socket.end()).code).toBe(CLOSE_CODES.sessionEnded);
    expect(await countRows("sessions", sql`user_id = ${ann.id}`)).toBe(0);
    expect(await countRows("recovery_codes", sql`user_id = ${ann.id}`)).toBe(0);
    expect(await emailSubjectsTo(ann.email)).toEqual(["Two-factor authentication is off on Bopolis"]);
    const reason = "By the site's operator";
    const change = { before: '{"two_factor":true}', after: '{"two_factor":false}' };
    const subject = { subject_type: "user", subject_id: String(ann.id) };
    expect(await auditRowsBy(ann)).toEqual([{ action: "user.two_factor", ...subject, reason, ...change }]);
    expect((await submitPassword(browser, ann.username)).body).toMatchObject({ user: { id: ann.id } });

    const already = { error: `${ann.username} doesn't use two-factor authentication.` };
    expect(await reset(ann.username)).toEqual({ status: 409, body: already });
    const unknown = { error: 'No user is named "no_such_user".' };
    expect(await reset("no_such_user")).toEqual({ status: 422, body: unknown });
    expect(await reset(undefined)).toMatchObject({ status: 422 });
    expect(await countRows("audit_log", sql`true`)).toBe(1);
  });

  test("need the operator's secret, and don't exist without one", async () => {
    expect(await call("backup")).toMatchObject({ status: 401 });
    expect(await call("backup", { secret: "wrong" })).toMatchObject({ status: 401 });
    expect(await call("other", { secret })).toMatchObject({ status: 404 });
    // The app responds with a 404.
    expect(await call("backup", { secret, env: { OPERATOR_SECRET: "" } })).toBeNull();
  });
});

describe("a command's token in the database", () => {
  const token = randomToken();
  const put = (name: string, until: number) =>
    runSql`insert or replace into d1_deployments (name, value, expires_at) values (${name}, '', ${until})`;
  const without = { OPERATOR_SECRET: "" };

  test("is unknown to a site that was never deployed", async () => {
    expect(await call("backup", { secret: token })).toMatchObject({ status: 401 });
    expect(await call("backup", { secret: token, env: without })).toMatchObject({ status: 401 });
  });

  test("opens the endpoints with and without a secret, until it expires", async () => {
    await runSql`create table d1_deployments
      (name text primary key, value text not null, expires_at integer not null default 0) without rowid`;
    await put(operatorTokenName(token), Date.now() + 60_000);
    expect(await call("backup", { secret: token })).toMatchObject({ status: 200 });
    expect(await call("backup", { secret: token, env: without })).toMatchObject({ status: 200 });
    expect(await call("backup", { secret: randomToken() })).toMatchObject({ status: 401 });
    expect(await call("backup", { env: without })).toBeNull();
    await put(operatorTokenName(token), Date.now());
    expect(await call("backup", { secret: token })).toMatchObject({ status: 401 });
  });

  test("is stored as its hash, which opens nothing", async () => {
    const [, hash = ""] = operatorTokenName(token).split(" ");
    await put(operatorTokenName(token), Date.now() + 60_000);
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect(await call("backup", { secret: hash })).toMatchObject({ status: 401 });
  });
});

test("a site that's being restored is closed for everyone else", async () => {
  const response = await operatorResponse(new Request(`${ORIGIN}/`), { ...testEnv, RESTORING: "on" });
  expect(response?.status).toBe(503);
  expect(response?.headers.get("Retry-After")).toBe("60");
});

test("a site that's being restored puts off all jobs", async () => {
  const sent: { body: unknown; delaySeconds: number }[] = [];
  const queue = { sendBatch: async (messages: typeof sent) => void sent.push(...messages) };
  const env = { ...testEnv, RESTORING: "on", RUNS: queue } as unknown as Env;
  const jobs = [1, 2].map((run_id) => ({ run_id }));
  const batch = createMessageBatch(
    "any-name-runs",
    jobs.map((body, i) => ({ id: `${i}`, timestamp: new Date(0), attempts: 1, body })),
  );
  await site.queue(batch as never, env);
  expect(sent).toEqual(jobs.map((body) => ({ body, delaySeconds: 30 })));
  expect(await getQueueResult(batch, createExecutionContext())).toMatchObject({ ackAll: true });
});

const NOW = 1_900_000_000_000;
const roleOf = (id: number) => runSql`select role, role_since, role_by from users where id = ${id}`;
const auditLog = (id: number) =>
  runSql`select reason, before, after, created_at from audit_log
    where subject_type = 'user' and subject_id = ${String(id)} and action = 'user.role'`;

test("making a user of a self-hosted site an admin gives the role and records it in the audit log, once", async () => {
  const { id, username } = await addMember();
  for (const now of [NOW, NOW + 1]) await makeAdmin(testEnv.DB, username, now);
  expect(await roleOf(id)).toEqual([{ role: "admin", role_since: NOW, role_by: null }]);
  expect(await auditLog(id)).toEqual([
    {
      reason: "By the site's operator, with npm run admin",
      before: '{"role":"member"}',
      after: '{"role":"admin"}',
      created_at: NOW,
    },
  ]);
});

test("making a user of a self-hosted site an admin rejects a deleted account", async () => {
  const { id, username } = await addMember();
  await runSql`update users set deleted_at = 1 where id = ${id}`;
  expect(await makeAdmin(testEnv.DB, username, NOW)).toBeNull();
  expect(await roleOf(id)).toMatchObject([{ role: "member" }]);
  expect(await auditLog(id)).toEqual([]);
});

describe("a process that hasn't read the switch yet", () => {
  test.each(["fresh", "idle"])("lets no write through while it reads it: %s", async (state) => {
    await whileReadOnly(async () => {
      if (state === "fresh") forgetReadOnly();
      const now = Date.now() + 3_600_000;
      const read = [1, 2, 3].map(() => isReadOnly(testEnv, now));
      expect(await Promise.all(read)).toEqual([true, true, true]);
    });
  });

  test("reads it once for concurrent requests, and refuses them all", async () => {
    const members = [await signedInUser(), await signedInUser(), await signedInUser()];
    await whileReadOnly(async () => {
      forgetReadOnly();
      const input = { bio: "While read-only" };
      const responses = await Promise.all(members.map((browser) => browser.call(updateBioRoute, input)));
      expect(responses.map(({ body }) => body.code)).toEqual(["read_only", "read_only", "read_only"]);
    });
    expect(await countRows("users", sql`bio = 'While read-only'`)).toBe(0);
  });
});

test("a page learns from its HTML, its session and the counts that it polls that nothing is saved", async () => {
  const visitor = await Browser.visitor();
  const read = async () => ({
    session: (await visitor.call(sessionRoute)).body.read_only,
    html: String((await visitor.fetch("/login")).body.text).includes('"read_only":true'),
  });
  expect(await read()).toEqual({ session: undefined, html: false });
  await whileReadOnly(async () => {
    expect(await read()).toEqual({ session: true, html: true });
    await forgetBoard();
    expect((await visitor.call(playingRoute, { ids: "1" })).body).toEqual({ data: [], read_only: true });
  });
  expect(await read()).toEqual({ session: undefined, html: false });
});

test("a chat message is rejected on the socket and over HTTP, and is stored when it's sent again later", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  const page = await connectSocket(ann);
  const message = { user_id: bob.id, body: "Hello", client_id: newClientId() };
  await whileReadOnly(async () => {
    const rejected = { event: "MessageRejected", status: 503, code: "read_only" };
    expect(await page.trySendMessage(message)).toMatchObject(rejected);
    const input = { body: message.body, client_id: message.client_id };
    const response = await ann.call(sendMessageRoute, { userId: bob.id, ...input });
    expect([response.status, response.body.code]).toEqual([503, "read_only"]);
  });
  const sent = { event: "MessageSent", id: expect.stringMatching(/_1$/) };
  expect(await page.trySendMessage(message)).toMatchObject(sent);
  page.close();
});

test("presence isn't written, and is written afterwards, even if its object was evicted meanwhile", async () => {
  const member = await signedInUser();
  const isOnline = () => countRows("presence", sql`user_id = ${member.id}`);
  const presence = presenceStub(testEnv, member.id);
  const page = await whileReadOnly(async () => {
    const page = await connectSocket(member);
    await until(async () => (await presence.peopleAfter(member.id - 1, 1))[0] === member.id);
    await evict(presence);
    expect(await isOnline()).toBe(0);
    return page;
  });
  await presence.setPresence(member.id, { online: true, player: null, version: 1_000 });
  await flushPresence(member.id);
  expect(await isOnline()).toBe(1);
  page.close();
});

test("a clear in a room is left to the page, and leaves nothing in the database", async () => {
  const [maker, ann] = [await signedInUser(), await runPlayer()];
  const level = await createRunLevel(maker);
  const clock = new StoppedClock();
  onTestFinished(() => clock.restore());
  const player = await joinRoom(ann, level);
  await whileReadOnly(async () => {
    await sendInputs(player, clock, player.tick, inputsOf(straightRun()));
    expect(await player.one("finished")).toMatchObject({ run: 0, isCounted: false });
    await player.until(() => player.problems.length > 0);
    expect(await countRows("runs", sql`user_id = ${ann.id}`)).toBe(0);
  });
});

test.each([
  ["bopolis-renders", "RENDERS"],
  ["bopolis-drawings", "DRAWINGS"],
  ["bopolis-exports-dead", "EXPORTS"],
  ["bopolis-runs", "RUNS"],
  ["bopolis-pushes", "PUSHES"],
])("background work of %s goes back to its queue without using up a try", async (queue, binding) => {
  const sent: unknown[] = [];
  const recording = { sendBatch: async (all: Iterable<unknown>) => void sent.push(...all) };
  const deliver = async () => {
    const message = { id: "1", timestamp: new Date(0), attempts: 3, body: { a: 1 } };
    const batch = createMessageBatch(queue, [message]);
    await site.queue(batch as never, { ...testEnv, [binding]: recording } as never);
    return getQueueResult(batch, createExecutionContext());
  };
  expect(await whileReadOnly(deliver)).toMatchObject({ ackAll: true, retryMessages: [] });
  expect(sent).toEqual([{ body: { a: 1 }, delaySeconds: 30 }]);
});

test("background work of the schedule waits", async () => {
  await runSql`delete from schedule_runs`;
  await whileReadOnly(() => runSchedule(testEnv));
  expect(await countRows("schedule_runs")).toBe(0);
});
