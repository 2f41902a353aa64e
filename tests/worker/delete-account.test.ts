import { runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { forgotPasswordRoute, registerRoute } from "#domain/auth/sign-in/api.ts";
import { avatarRoute } from "#domain/avatar/api.ts";
import { commentListRoute, createCommentRoute } from "#domain/comments/api.ts";
import { conversationSearchRoute } from "#domain/conversations/api.ts";
import { bookmarkRoute } from "#domain/forums/api.ts";
import { itemRoute } from "#domain/items/api.ts";
import { levelListRoute, levelRoute } from "#domain/levels/api.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { deleteAccountRoute } from "#domain/settings/api.ts";
import { profileRoute, userListRoute } from "#domain/users/api.ts";
import {
  type AccountOwner,
  createAccountOwner,
  emailSubjectsTo,
  PASSWORD,
  signInStatus,
} from "#tests/support/account-owner.ts";
import { addUser, Browser, countRows, db, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { befriend, brokenBuddyRules, requestBuddy } from "#tests/support/buddies.ts";
import { conversationsOf, messagesOf, sendMessage, trySendMessage } from "#tests/support/messages.ts";
import { signUpInput } from "#tests/support/sign-up.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { startThread, threadPage } from "#tests/support/threads.ts";
import { until } from "#tests/support/until.ts";
import { addWearable, giveItem } from "#tests/support/wearable.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addClear, addLevel } from "#tests/support/world.ts";
import { payDailyCoins } from "#worker/daily/coins.ts";
import { hubStub } from "#worker/live/stubs.ts";
import { queueNotices } from "#worker/notifications/queue.ts";
import { runSchedule } from "#worker/schedule.ts";
import { cleanUpDeletedAccounts } from "#worker/settings/delete-routes.ts";

const DAY = 24 * 60 * 60 * 1000;
const YEAR = 365 * DAY;

const erase = (me: AccountOwner, input: object = {}) =>
  me.call(deleteAccountRoute, { username: me.username, password: PASSWORD, ...input });
const erased = async (me: AccountOwner) => {
  const response = await erase(me);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response;
};
const usersCounted = async () =>
  (await runSql<{ value: number }>`select value from counters where name = 'users'`)[0]?.value;

/** The tables and columns that contain a text. */
async function traces(text: string): Promise<string[]> {
  const columns = await runSql<{ place: string }>`select m.name || '.' || c.name as place
    from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'
      and m.name not glob 'sqlite_*' and m.name not glob '_cf_*' and m.name not glob 'd1_*'
        and m.name not glob '*_search*'`;
  const counts = columns.map(({ place }) => {
    const [table = "", column = ""] = place.split(".");
    const contains = sql`instr(lower(cast(${sql.identifier(column)} as text)), ${text.toLowerCase()})`;
    const from = sql.identifier(table);
    return [
      place,
      statement<{ n: number }>(sql`select count(*) as n from ${from} where ${contains}`),
    ] as const;
  });
  const found = await db.batch(Object.fromEntries(counts));
  return Object.entries(found).flatMap(([place, [row]]) => (row && row.n > 0 ? [place] : []));
}

/** A member whose name and email address no other row contains. */
const known = (fields: Parameters<typeof createAccountOwner>[0] = {}) => {
  const name = `zebra${unique()}x`;
  return createAccountOwner({ username: name, email: `${name}_mail@example.com`, ...fields });
};

describe("deleting an account", () => {
  test("needs the password and the username, a session, and no staff role", async () => {
    const me = await createAccountOwner();
    for (const [input, errors] of [
      [{ password: "not it" }, { password: ["That's not your password."] }],
      [{ username: "somebody_else" }, { username: ["Type your username exactly."] }],
      [{ username: "" }, { username: ["Username is required."] }],
    ] as const) {
      const response = await erase(me, input);
      expect([response.status, response.body.errors]).toEqual([422, errors]);
    }
    expect((await erase(await createAccountOwner({ role: "moderator" }))).body.message).toBe(
      "Staff can't delete their account. Ask an admin to remove your role first.",
    );
    expect(await countRows("users", sql`deleted_at is not null`)).toBe(0);
  });

  test("leaves no trace of name and email address except the last mail and the names, which stay reserved for a year", async () => {
    const me = await known({ bio: "Me", xp: 5 });
    const friend = await signedInUser();
    await befriend(me, friend);
    await sendMessage(me, friend, "Hello");
    await runSql`insert into discord_links (user_id, discord_id, username, global_name, linked_at)
      values (${me.id}, '77', ${me.username}, ${me.username}, 1)`;
    await runSql`insert into tokens (id, kind, user_id, email, created_at, expires_at)
      values ('t', 'revert', ${me.id}, ${`old_${me.email}`}, 1, 9e15)`;
    await runSql`insert into mails (recipient, subject, body, created_at)
      values ('elsewhere@example.com', 'Hi', ${`Hi ${me.username},\n\nhello`}, 1)`;
    await runSql`insert into former_names (username, user_id, created_at, reserved_until)
      values (${`old_${me.username}`}, ${me.id}, 1, 9e15)`;
    expect(await traces(me.username)).not.toEqual([]);
    expect((await erased(me)).body).toEqual({ message: "Your account was deleted." });
    const left = ["former_names.username", "mails.body", "mails.recipient"];
    expect((await traces(me.username)).sort()).toEqual(left);
    expect(await emailSubjectsTo(me.email)).toEqual(["Your Bopolis account is deleted"]);
    expect(await runSql`select username, email, password_hash, bio from users where id = ${me.id}`).toEqual([
      { username: `deleted-${me.id}`, email: `deleted-${me.id}@invalid`, password_hash: "", bio: "" },
    ]);
    const input = signUpInput({ username: me.username, email: me.email });
    const again = await (await Browser.visitor()).call(registerRoute, input);
    expect(again.body.errors).toEqual({ username: ["This username is taken. Try another one."] });
    for (const former of [me.username, `old_${me.username}`])
      expect(
        await countRows(
          "former_names",
          sql`username = ${former} and reserved_until > ${Date.now() + YEAR - DAY}`,
        ),
      ).toBe(1);
    await runSql`update former_names set reserved_until = 1 where user_id = ${me.id}`;
    const later = await (await Browser.visitor()).call(registerRoute, input);
    expect(later.status).toBe(201);
    expect((later.body.user as { id: number }).id).not.toBe(me.id);
  });

  test("ends every session, its sockets and every way to sign in", async () => {
    const me = await known({ two_factor_at: 5 });
    await runSql`insert into recovery_codes (user_id, hash) values (${me.id}, 'a')`;
    await runSql`insert into known_browsers (user_id, browser, created_at) values (${me.id}, 'b', 1)`;
    const elsewhere = await Browser.signedIn(me);
    const socket = await connectSocket(elsewhere);
    await erased(me);
    expect(await socket.end()).toMatchObject({ code: CLOSE_CODES.sessionEnded });
    expect(me.cookies.has("bopolis_session")).toBe(false);
    for (const browser of [me, elsewhere]) expect((await browser.call(sessionRoute)).body.user).toBeNull();
    for (const login of [me.username, me.email, `deleted-${me.id}`, `deleted-${me.id}@invalid`])
      for (const password of [PASSWORD, "x"]) expect(await signInStatus(login, password)).toBe(422);
    const visitor = await Browser.visitor();
    visitor.variant = {};
    expect((await visitor.call(forgotPasswordRoute, { email: me.email })).status).toBe(200);
    for (const table of ["sessions", "tokens", "recovery_codes", "known_browsers"])
      expect(await countRows(table, sql`user_id = ${me.id}`), table).toBe(0);
    await until(async () => (await countRows("presence", sql`user_id = ${me.id}`)) === 0);
  });

  test("removes the member from lists, searches and counts; their profile returns 404", async () => {
    const me = await known();
    const [visitor, other] = [await Browser.visitor(), await signedInUser()];
    const before = (await usersCounted()) ?? 0;
    const found = async (search: string) =>
      ((await visitor.call(userListRoute, { search })).body.data as { id: number }[]).map(({ id }) => id);
    expect(await found(me.username)).toEqual([me.id]);
    await erased(me);
    expect(await usersCounted()).toBe(before - 1);
    for (const search of [me.username, `deleted-${me.id}`, "deleted", ""])
      expect(await found(search), search).not.toContain(me.id);
    expect((await other.call(conversationSearchRoute, { term: "deleted" })).body.data).toEqual([]);
    for (const username of [me.username, `deleted-${me.id}`])
      expect((await visitor.call(profileRoute, { username })).status).toBe(404);
    expect((await visitor.call(commentListRoute, { type: "user", id: me.id })).status).toBe(404);
    const comment = { type: "user", id: me.id, body: "Hello?" };
    expect((await other.call(createCommentRoute, comment)).status).toBe(404);
  });

  test("ends buddy connections, requests and blocks, and corrects the others' counts", async () => {
    const me = await known();
    const [friend, receiver, sender] = [await signedInUser(), await signedInUser(), await signedInUser()];
    const [blocked, blocker] = [await addUser(), await addUser()];
    await befriend(me, friend);
    await requestBuddy(me, receiver);
    await requestBuddy(sender, me);
    await runSql`insert into blocks (user_id, blocked_id, created_at)
      values (${me.id}, ${blocked.id}, 1), (${blocker.id}, ${me.id}, 1)`;
    await erased(me);
    for (const [table, one, two] of [
      ["buddies", "user_id", "buddy_id"],
      ["buddy_requests", "from_id", "to_id"],
      ["blocks", "user_id", "blocked_id"],
    ] as const)
      expect(await countRows(table, sql`${me.id} in (${sql.raw(one)}, ${sql.raw(two)})`), table).toBe(0);
    expect(await brokenBuddyRules()).toEqual([]);
  });

  test("keeps what others own, read or replied to under an anonymous name, and closes the rest", async () => {
    const me = await known({ gold_until: Date.now() + 1e9, colors: "x" });
    const friend = await signedInUser();
    const title = `Windmill${unique()}`;
    const [open, closed] = [
      await addLevel(me.id, { title }),
      await addLevel(me.id, { visibility: "private" }),
    ];
    const { id: limited } = await addWearable(me.id, 1, { stock: 1, sold_out: 1 }, false);
    const copy = await giveItem(me.id, limited, { serial: 1 });
    await runSql`update inventory set resale_price = 5 where id = ${copy}`;
    await runSql`update items set thumbnail = 'drawn' where id = ${limited}`;
    const theirs = await addLevel(friend.id);
    await addClear(me.id, theirs);
    await runSql`insert into favorites (user_id, target_type, target_id, created_at)
      values (${me.id}, 'level', ${theirs}, 1)`;
    await runSql`insert into wishes (user_id, item_id, created_at) values (${me.id}, ${limited}, 1)`;
    await runSql`insert into custom_themes (user_id, name, gradient_start_color, created_at, updated_at)
      values (${me.id}, 'Sea', '001122', 1, 1)`;
    await runSql`insert into comments (target_type, target_id, user_id, body, created_at)
      values ('level', ${theirs}, ${me.id}, 'Nice', 1)`;
    await sendMessage(me, friend, "Goodbye");
    const { id: thread } = await startThread(me, { body: "Goodbye, everyone" });
    await me.call(bookmarkRoute, { id: thread });
    await erased(me);

    const husk = { id: me.id, username: `deleted-${me.id}`, has_gold: false };
    const visitor = await Browser.visitor();
    const level = await visitor.call(levelRoute, { id: open });
    expect(level.body.level).toMatchObject({ title });
    expect(JSON.stringify(level.body)).toContain(husk.username);
    expect((await friend.call(levelRoute, { id: closed })).status).toBe(404);
    expect(await runSql`select visibility from levels where id = ${closed}`).toEqual([
      { visibility: "deleted" },
    ]);
    expect((await visitor.call(itemRoute, { id: limited })).status).toBe(200);
    expect(await runSql`select listings_count, wishes_count from items where id = ${limited}`).toEqual([
      { listings_count: 0, wishes_count: 0 },
    ]);
    expect(await countRows("inventory", sql`id = ${copy} and resale_price is null`)).toBe(1);
    expect(await runSql`select favorites_count, clears_count from levels where id = ${theirs}`).toEqual([
      { favorites_count: 0, clears_count: 1 },
    ]);
    expect(await countRows("custom_themes", sql`user_id = ${me.id}`)).toBe(0);
    const comments = await visitor.call(commentListRoute, { type: "level", id: theirs });
    expect(comments.body.data).toMatchObject([{ body: "Nice", user: husk }]);
    const shownThread = await threadPage(visitor, thread);
    expect(shownThread.thread).toMatchObject({ user: husk, opening: { body: "Goodbye, everyone" } });
    for (const table of ["bookmarks", "thread_visits", "forum_visits"])
      expect(await countRows(table, sql`user_id = ${me.id}`)).toBe(0);
    // Their partner keeps the messages and can't send new ones.
    expect((await messagesOf(friend, me)).data).toMatchObject([{ body: "Goodbye", sender_id: me.id }]);
    expect((await conversationsOf(friend)).data).toMatchObject([{ user: husk, can_send: false }]);
    expect((await trySendMessage(friend, me, "Hello?")).status).toBe(403);
    // Levels are found by title, not by the deleted username.
    const search = async (text: string) =>
      ((await visitor.call(levelListRoute, { search: text })).body.data as object[]).length;
    expect([await search(title), await search(me.username)]).toEqual([1, 0]);
    const bopi = await visitor.call(avatarRoute, { userId: me.id });
    expect(JSON.stringify(bopi.body)).not.toContain("headshot/x");
    await payDailyCoins(testEnv, Date.now());
    expect(await countRows("transactions", sql`user_id = ${me.id}`)).toBe(0);
  });

  test("empties the inbox, which accepts nothing anymore", async () => {
    const me = await known();
    const friend = await signedInUser();
    await sendMessage(friend, me, "Hello");
    const notice = {
      type: "sale",
      group: "sale:1",
      actor: friend.id,
      title: "Hat",
      url: "/items/1",
    } as const;
    await db.batch({ notices: queueNotices([{ user_id: me.id, notice }], 1) });
    await runSchedule(testEnv);
    expect((await hubStub(testEnv, me.id).notifications(1)).total).toBe(1);
    await erased(me);
    await db.batch({ notices: queueNotices([{ user_id: me.id, notice }], 2) });
    await runSchedule(testEnv);
    expect(await hubStub(testEnv, me.id).notifications(1)).toEqual({ rows: [], total: 0, unread_count: 0 });
    const rows = await runInDurableObject(hubStub(testEnv, me.id), (_, { storage }) =>
      ["journal", "conversations", "notifications", "received_notices"].map(
        (table) => storage.sql.exec(`select count(*) as n from ${table}`).one().n,
      ),
    );
    expect(rows).toEqual([0, 0, 0, 0]);
    expect(await countRows("notices", sql`user_id = ${me.id}`)).toBe(0);
  });

  test("fails if Gold can't be ended", async () => {
    const me = await known({ gold_until: 9e12 });
    await runSql`insert into billing_customers (user_id, customer_id, created_at)
      values (${me.id}, 'cus_x', 1)`;
    await runSql`insert into subscriptions (id, user_id, status, plan, period_start, period_end, created_at,
      updated_at)
        values ('sub_x', ${me.id}, 'active', 'monthly', 1, 9e12, 1, 1)`;
    me.variant = { ...me.variant, STRIPE_SECRET_KEY: "" };
    expect((await erase(me)).status).toBe(409);
    expect((await me.call(sessionRoute)).body.user).toMatchObject({ id: me.id, has_gold: true });
  });

  test("notifies the open pages of conversation partners, whose accounts stay as they are", async () => {
    const [me, friend] = [await known(), await signedInUser()];
    await sendMessage(me, friend, "Goodbye");
    const socket = await connectSocket(friend);
    const before = await runSql`select * from users where id = ${friend.id}`;
    await erased(me);
    expect(await runSql`select * from users where id = ${friend.id}`).toEqual(before);
    expect(await socket.one("ContactChanged")).toMatchObject({ user_id: me.id });
  });

  test("happens once, however many concurrent requests there are", async () => {
    const me = await known();
    const before = (await usersCounted()) ?? 0;
    const responses = await Promise.all([erase(me), erase(me), erase(me)]);
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect(statuses.slice(1).every((status) => status === 401 || status === 409 || status === 422)).toBe(
      true,
    );
    expect(await usersCounted()).toBe(before - 1);
    expect(await emailSubjectsTo(me.email)).toHaveLength(1);
  });

  test("is cleaned up once, and by the schedule until everything outside the database is deleted", async () => {
    const me = await known();
    const calls = vi.fn();
    let isBroken = true;
    const getByName: typeof testEnv.USER_HUB.getByName = (name, ...rest) => {
      if (name !== String(me.id)) return testEnv.USER_HUB.getByName(name, ...rest);
      calls();
      if (isBroken) throw new Error("The hub is away.");
      return testEnv.USER_HUB.getByName(name, ...rest);
    };
    const env = { ...testEnv, USER_HUB: { getByName } as typeof testEnv.USER_HUB };
    me.variant = { ...me.variant, USER_HUB: env.USER_HUB };
    await erased(me);
    const waiting = () => countRows("account_cleanups", sql`user_id = ${me.id}`);
    const later = async (ms: number) => {
      calls.mockClear();
      await cleanUpDeletedAccounts(env, Date.now() + ms);
      return calls.mock.calls.length;
    };
    expect(await waiting()).toBe(1);
    // The request itself may still be at it.
    expect(await later(0)).toBe(0);
    expect(await later(3 * 3_600_000)).toBeGreaterThan(0);
    expect(await waiting()).toBe(1);
    expectWorkerErrors();
    isBroken = false;
    expect(await later(4 * 3_600_000)).toBeGreaterThan(0);
    expect(await waiting()).toBe(0);
    expect(await later(4.1 * 3_600_000)).toBe(0);
  });

  test("is finished by the schedule after a crash", async () => {
    const me = await known();
    const socket = await connectSocket(me);
    await runSql`insert into account_cleanups (user_id, created_at)
      values (${me.id}, ${Date.now() - 120_000})`;
    await runSql`delete from sessions where user_id = ${me.id}`;
    await runSql`update users set deleted_at = ${Date.now()}, username = ${`deleted-${me.id}`}
      where id = ${me.id}`;
    await runSchedule(testEnv);
    expect(await socket.end()).toMatchObject({ code: CLOSE_CODES.sessionEnded });
  });
});

test("a renamed member is found by the new name, with their levels", async () => {
  const user = await addUser({ username: `before${unique()}q` });
  const title = `Lantern${unique()}`;
  await addLevel(user.id, { title });
  const name = `after${unique()}q`;
  await runSql`update users set username = ${name} where id = ${user.id}`;
  const visitor = await Browser.visitor();
  const levels = async (search: string) =>
    ((await visitor.call(levelListRoute, { search })).body.data as object[]).length;
  expect([await levels(name), await levels(user.username), await levels(title)]).toEqual([1, 0, 1]);
  const people = await visitor.call(userListRoute, { search: name.slice(0, 6) });
  expect(people.body.data).toMatchObject([{ id: user.id }]);
});
