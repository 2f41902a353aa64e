import { sql } from "drizzle-orm";
import { SEARCH_REBUILDS } from "#db/search-rebuilds.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import {
  forgotPasswordRoute,
  loginRoute,
  registerRoute,
  resetPasswordRoute,
  verifyEmailRoute,
} from "#domain/auth/sign-in/api.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { type AccountOwner, emailedToken, PASSWORD } from "#tests/support/account-owner.ts";
import { Browser, countRows, db, runSql, testEnv } from "#tests/support/browser.ts";
import { disableHosts, joinToken, TestHost } from "#tests/support/hosts.ts";
import { conversationsOf, messagesOf, sendMessage, trySendMessage } from "#tests/support/messages.ts";
import { recordRenderJobs } from "#tests/support/render-jobs.ts";
import { signUpInput } from "#tests/support/sign-up.ts";
import { connectSocket, tryConnectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { rowInserts } from "#worker/backup/copied-table.ts";
import { orderTables, query, schemaQuery } from "#worker/backup/manifest.ts";
import { forgetBeforeRewind, type RewindCursor } from "#worker/operator/operator-response.ts";
import { runSchedule } from "#worker/schedule.ts";

/** Runs statements in one round trip. Returns the rows of each. */
async function run<Row>(statements: readonly { sql: string; params: unknown[] }[]): Promise<Row[][]> {
  const named = statements.map((each, i) => [`s${i}`, query<Row>(each.sql, ...each.params)] as const);
  return Object.values(await db.batch(Object.fromEntries(named)));
}

/**
 * Saves every row of D1. Returns a function that restores exactly these rows and sequences, like Time Travel. Durable
 * Objects, queues and files stay as they are.
 */
async function takeSnapshot(): Promise<() => Promise<void>> {
  const schema = await db.all(schemaQuery);
  const triggers = schema.filter(({ type }) => type === "trigger");
  const rebuilds = Object.entries(SEARCH_REBUILDS).filter(([name]) =>
    schema.some((one) => one.name === name),
  );
  // Children come first.
  const tables = orderTables(schema).map(({ name }) => name);
  const stored = [...tables.toReversed(), "sqlite_sequence"];
  const columns = await run<{ name: string }>(
    stored.map((table) => query(`select name from pragma_table_info('${table}')`)),
  );
  const rows = await run<Record<string, unknown>>(stored.map((table) => query(`select * from "${table}"`)));
  const inserts = stored.flatMap((table, i) => {
    const names = columns[i]?.map(({ name }) => name) ?? [];
    const lines = rows[i]?.map((row) => JSON.stringify(names.map((name) => row[name] ?? null))) ?? [];
    return rowInserts({ name: table, columns: names }, lines);
  });
  const statements = [
    // Triggers would reject some of these statements and count everything again.
    ...triggers.map(({ name }) => query(`drop trigger "${name}"`)),
    ...[...rebuilds.map(([name]) => name), ...tables, "sqlite_sequence"].map((table) =>
      query(`delete from "${table}"`),
    ),
    ...inserts,
    ...rebuilds.map(([, { sql }]) => query(sql, 0, Number.MAX_SAFE_INTEGER)),
    ...triggers.map(({ sql }) => query(sql)),
  ];
  return async () => {
    await run(statements);
  };
}

async function signUp(): Promise<AccountOwner> {
  const browser = await Browser.visitor();
  const jobs = recordRenderJobs(browser);
  const input = signUpInput();
  const { id } = (await browser.output(registerRoute, input)).user;
  return Object.assign(browser, { ...input, id, jobs });
}

const notificationsOf = (browser: TestUser) => browser.output(notificationListRoute);

const userOf = async (browser: TestUser) => (await browser.call(sessionRoute)).body.user;

/** Comments on a member's profile, which notifies them. */
const greet = (from: TestUser, to: TestUser) =>
  from.call(createCommentRoute, { type: "user", id: to.id, body: "Welcome!" });

/** A host with a level, `ann` from before a point in time, `rewind` to go back to it, and `cleo` from after it. */
async function playersAcrossRewind() {
  const admin = await signedInUser({ role: "admin" });
  await disableHosts();
  const host = await TestHost.online(admin);
  const level = await addLevel(admin.id);
  const ann = await signUp();
  const rewind = await takeSnapshot();
  const cleo = await signUp();
  return { host, level, ann, rewind, cleo };
}

describe("a D1 rewind to before an account was made", () => {
  test("gives a new account another id and nothing of the lost one", async () => {
    const ann = await signUp();
    const rewind = await takeSnapshot();
    const cleo = await signUp();
    const theirs = await connectSocket(cleo);
    await sendMessage(ann, cleo, "For Cleo alone");
    await sendMessage(cleo, ann, "Our secret");
    expect((await greet(ann, cleo)).status).toBe(201);
    await theirs.one("Notified");
    expect(await conversationsOf(cleo)).toMatchObject({ unread_count: 1 });

    await rewind();
    const dora = await signUp();
    expect(dora.id).toBeGreaterThan(cleo.id);
    const page = await connectSocket(dora);
    const unread = { unread_messages: 0, unread_notifications: 0 };
    const hello = { event: "Hello", resume: "new", ...unread, reconnect_ms: expect.any(Number) };
    expect(page.events).toEqual([hello]);
    expect(await conversationsOf(dora)).toMatchObject({ data: [], unread_count: 0 });
    expect(await messagesOf(dora, ann)).toMatchObject({ data: [], read_id: null, seen_id: null });
    expect(await notificationsOf(dora)).toMatchObject({ data: [], unread_count: 0 });
    expect((await messagesOf(ann, dora)).data).toEqual([]);

    // The page that Cleo left open must not receive what Dora is sent, nor show Dora as online.
    const before = theirs.received.length;
    const watcher = await connectSocket(ann);
    watcher.sendFrame({ type: "watch", user_ids: [dora.id] });
    page.close();
    await watcher.one("PresenceChanged", ({ users: [user] }) => user?.user_id === dora.id && !user.online);
    expect((await sendMessage(ann, dora, "For Dora alone")).id).toBe(`${ann.id}_${dora.id}_1`);
    expect((await greet(ann, dora)).status).toBe(201);
    expect((await notificationsOf(dora)).unread_count).toBe(1);
    await theirs.settled();
    expect(theirs.received.slice(before)).toEqual(["pong"]);
    expect((await messagesOf(dora, ann)).data).toMatchObject([{ body: "For Dora alone" }]);
  });

  test("voids the session, socket, mailed links, password and join token of the lost account", async () => {
    const { host, level, ann, rewind, cleo } = await playersAcrossRewind();
    await cleo.call(forgotPasswordRoute, { email: cleo.email });
    const verify = await emailedToken(cleo.email, "email/verify");
    const token = await emailedToken(cleo.email, "reset-password");
    const join = await joinToken(cleo, level);

    await rewind();
    const dora = await signUp();
    expect((await trySendMessage(cleo, ann, "Hello?")).status).toBe(401);
    expect(await (await tryConnectSocket(cleo))?.end()).toMatchObject({ code: CLOSE_CODES.sessionEnded });
    expect(await userOf(cleo)).toBeNull();
    expect((await cleo.call(verifyEmailRoute, { token: verify })).status).toBe(422);
    const password = "another plum harbour 42";
    const input = { token, password, password_confirmation: password };
    expect((await cleo.call(resetPasswordRoute, input)).status).toBe(422);
    expect((await cleo.call(loginRoute, { login: cleo.username, password: PASSWORD })).status).toBe(422);
    expect((await host.redeem(join)).status).toBe(404);
    expect(await userOf(dora)).toMatchObject({ id: dora.id, email_verified: false });
    expect(await userOf(ann)).toMatchObject({ id: ann.id });
  });

  test("never reuses the id of the lost account, even after another rewind or an undo", async () => {
    const rewind = await takeSnapshot();
    const ids = [(await signUp()).id];
    const undo = await takeSnapshot();
    for (const travel of [rewind, undo, rewind]) {
      await travel();
      ids.push((await signUp()).id);
    }
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });
});

test("a game host registered after a rewind doesn't get the id of a lost game host", async () => {
  const admin = await signedInUser({ role: "admin" });
  const rewind = await takeSnapshot();
  const lost = await TestHost.online(admin);
  await rewind();
  const host = await TestHost.register(admin);
  expect(host.id).toBeGreaterThan(lost.id);
  expect((await host.sendHeartbeat()).body).toMatchObject({ players_count: 0 });
});

test("a game host keeps working after a rewind that removed one of its players' accounts", async () => {
  const { host, level, ann, rewind, cleo } = await playersAcrossRewind();
  // None of it is in the database yet.
  await host.redeem(await joinToken(cleo, level));
  await rewind();
  await host.joinPlayer(ann, level);
  expect(await countRows("plays", sql`level_id = ${level} and user_id = ${ann.id}`)).toBe(1);
  // The missing account counts for nothing.
  expect(await runSql`select plays_count, visitors_count from levels where id = ${level}`).toEqual([
    { plays_count: 1, visitors_count: 1 },
  ]);
});

/** Calls it until it's done. */
async function forget(): Promise<void> {
  let cursor: RewindCursor | null = null;
  do cursor = await forgetBeforeRewind(testEnv, cursor);
  while (cursor);
}

test("the operator's call after a rewind closes sockets, ends permits and writes presence again", async () => {
  const [ann, ben] = [await signUp(), await signUp()];
  const rewind = await takeSnapshot();
  const socket = await connectSocket(ann);
  await sendMessage(ann, ben, "Hello");
  await rewind();
  // As if they had blocked each other before that moment.
  await runSql`insert into blocks (user_id, blocked_id, created_at) values (${ben.id}, ${ann.id}, 1)`;
  await runSql`insert into presence (user_id, since) values (${ben.id}, 1)`;
  await forget();
  expect(await socket.end()).toMatchObject({ code: CLOSE_CODES.sessionRenewed });
  expect((await trySendMessage(ann, ben, "Can you read this?")).status).toBe(403);
  expect(await countRows("presence", sql`user_id = ${ben.id}`)).toBe(0);
  await forget();
});

const sequences = async () => {
  const rows = await runSql<{ name: string; seq: number }>`select name, seq from sqlite_sequence
    order by name`;
  return new Map(rows.map(({ name, seq }) => [name, seq]));
};

test("the schedule raises the sequences of a rewound database, so no id is used twice", async () => {
  const maker = await signedInUser();
  // The sequence has no row until the first level is created.
  await runSql`delete from sqlite_sequence where name = 'levels'`;
  const rewind = await takeSnapshot();
  const lost = await addLevel(maker.id);
  await runSchedule(testEnv);
  const recorded = await sequences();
  // The schedule hasn't seen this one.
  const unseen = await addLevel(maker.id);
  for (let times = 0; times < 2; times++) {
    await rewind();
    await runSchedule(testEnv);
    for (const [table, seq] of await sequences())
      expect(seq, table).toBeGreaterThan(recorded.get(table) ?? 0);
  }
  expect(await addLevel(maker.id)).toBeGreaterThan(Math.max(lost, unseen));
});

test("the schedule doesn't touch the sequences of a database that wasn't rewound", async () => {
  const maker = await signedInUser();
  const first = await addLevel(maker.id);
  await runSchedule(testEnv);
  await signUp();
  await runSchedule(testEnv);
  expect(await addLevel(maker.id)).toBe(first + 1);
});
