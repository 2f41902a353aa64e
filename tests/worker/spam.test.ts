import { sql } from "drizzle-orm";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { createReplyRoute, createThreadRoute, threadRoute } from "#domain/forums/api.ts";
import { updateBioRoute } from "#domain/settings/api.ts";
import {
  addWordRoute,
  decideHeldRoute,
  deleteWordRoute,
  type HeldPost,
  heldQueueRoute,
  tryWordsRoute,
  wordListRoute,
} from "#domain/spam/api.ts";
import { NEWCOMER_PER_DAY, POSTS_PER_HOUR } from "#domain/spam/rules.ts";
import {
  addUser,
  Browser,
  countRows,
  runForumSql,
  runSql,
  type TestResponse,
  testEnv,
  unique,
} from "#tests/support/browser.ts";
import { signUpInput } from "#tests/support/sign-up.ts";
import { addLevel } from "#tests/support/world.ts";
import { MessagePolicy } from "#worker/conversations/permit.ts";

const LIMITED = { RATE_LIMITS: "on" } as const;
const OLD = Date.now() - 30 * 24 * 60 * 60 * 1000;
const LONG = "Everyone should look at my level now, it is the best one there ever was.";

async function person(
  fields: Parameters<typeof addUser>[0] = {},
  role: "member" | "moderator" = "member",
): Promise<Browser> {
  const browser = await Browser.signedIn(await addUser({ created_at: OLD, role, ...fields }), role);
  browser.variant = LIMITED;
  return browser;
}

let staff: Browser;
let level: number;
beforeEach(async () => {
  staff = await person({}, "moderator");
  level = await addLevel(staff.id);
});

const comment = (member: Browser, body: string): Promise<TestResponse> =>
  member.call(createCommentRoute, { type: "level", id: level, body });
const addWord = (word: string, action: "refuse" | "hold", whole = true) =>
  staff.call(addWordRoute, { word, action, whole });
const waiting = async () => (await staff.output(heldQueueRoute, { state: "waiting" })).data;
const held = async (by: Browser): Promise<HeldPost> => {
  const found = (await waiting()).find(({ user }) => user.id === by.id);
  if (!found) throw new Error("nothing of theirs is held");
  return found;
};
const decide = (post: HeldPost, input: Record<string, unknown>, member = staff) =>
  member.call(decideHeldRoute, { id: post.id, ...input });

afterEach(async () => {
  await runSql`delete from words`;
  // The list is cached for seconds; a change through the site reloads it.
  await addWord("zzqqx", "refuse");
});

test("a repeated text is held the third time, and no one sees it", async () => {
  const member = await person();
  expect((await comment(member, LONG)).body.comment).toMatchObject({ body: LONG });
  expect((await comment(member, LONG.toUpperCase())).body.comment).not.toBeNull();
  const text = `${LONG} !!!`;
  const { status, body } = await comment(member, text);
  const message = expect.stringContaining("moderator");
  expect([status, body]).toMatchObject([201, { comment: null, held: { message } }]);
  expect(await countRows("comments", sql`user_id = ${member.id}`)).toBe(2);
  const post = { kind: "comment", why: "repeated", body: text, state: "waiting" };
  expect(await held(member)).toMatchObject(post);
});

test("a newcomer has a text with two links held, unlike other members", async () => {
  const text = "Look: https://a.example and https://b.example";
  const fresh = await person({ created_at: Date.now() });
  expect((await comment(fresh, text)).body.comment).toBeNull();
  expect(await held(fresh)).toMatchObject({ why: "links", found: "2", newcomer: true });
  expect((await comment(await person(), text)).body.held).toBeNull();
});

test("a newcomer can post a few texts an hour until a day old and verified", async () => {
  const fresh = await person({ created_at: Date.now() });
  const now = Date.now();
  await runSql`with recursive n(i) as (select 1 union all select i + 1 from n
    where i < ${POSTS_PER_HOUR.newcomer.posts})
      insert into post_fingerprints (user_id, kind, fingerprint, created_at)
        select ${fresh.id}, 'comment', 'p' || i, ${now - 1000} from n`;
  const { status, headers } = await comment(fresh, "One more");
  expect([status, headers.get("Retry-After")]).toEqual([429, "600"]);
  await runSql`update users set created_at = ${OLD} where id = ${fresh.id}`;
  expect((await comment(fresh, "One more")).status).toBe(201);
  await runSql`update users set email_verified_at = null where id = ${fresh.id}`;
  expect((await comment(fresh, "Two more")).status).toBe(429);
});

test("a newcomer can start a few conversations a day and continue existing ones", async () => {
  const { id } = await addUser();
  const begin = async (begins: boolean) => {
    const policy = new MessagePolicy({ ...testEnv, ...LIMITED });
    policy.learn(id, { newcomer: true, words: null });
    return (await policy.problem(id, "Hello", begins))?.code ?? null;
  };
  for (let i = 0; i < NEWCOMER_PER_DAY.conversations; i++) expect(await begin(true)).toBeNull();
  expect(await begin(true)).toBe("too_many");
  expect(await begin(false)).toBeNull();
});

test("the word list is edited by staff, lists each word once, and logs each change", async () => {
  const added = { word: "goose", action: "hold", whole: true };
  expect((await addWord("Goose", "hold")).body.word).toMatchObject(added);
  const changed = { action: "refuse", whole: false };
  expect((await addWord("goose", "refuse", false)).body.word).toMatchObject(changed);
  const list = await staff.call(wordListRoute);
  const listed = list.body.data as { id: number; word: string }[];
  expect(list.body.meta).toMatchObject({ total: listed.length });
  const word = listed.find(({ word }) => word === "goose");
  const tried = await staff.call(tryWordsRoute, { text: "two mongooses" });
  expect(tried.body).toEqual({ refuse: ["goose"], hold: [] });
  const remove = () => staff.call(deleteWordRoute, { id: word?.id ?? 0 });
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
  const notes = await runSql`select action, before, after from audit_log where actor_id = ${staff.id}
    and subject_id = 'goose' order by id`;
  expect(notes).toEqual([
    { action: "word.add", before: null, after: '{"action":"hold","whole":true}' },
    { action: "word.add", before: '{"action":"hold","whole":1}', after: JSON.stringify(changed) },
    { action: "word.delete", before: '{"action":"refuse","whole":0}', after: null },
  ]);
});

test("the word list rejects texts, names and messages with a refused word at their field", async () => {
  await addWord("goose", "refuse");
  const member = await person();
  const why = ["“goose” isn't allowed here."];
  const { status, body } = await comment(member, "you G.O.O.S.E!");
  expect([status, body.code, body.errors]).toEqual([422, "word_refused", { body: why }]);
  expect((await member.call(updateBioRoute, { bio: "goose" })).body.errors).toEqual({ bio: why });
  const { id: userId } = await addUser();
  expect((await member.call(sendMessageRoute, { userId, body: "goose" })).status).toBe(422);
  const input = signUpInput({ username: `goose_${unique()}` });
  expect((await (await Browser.visitor()).call(registerRoute, input)).body.errors).toEqual({ username: why });
  expect(await countRows("comments", sql`user_id = ${member.id}`)).toBe(0);
});

test("the word list doesn't affect staff", async () => {
  await addWord("goose", "hold");
  expect((await comment(staff, "What a goose")).body.held).toBeNull();
});

describe("a held post", () => {
  const thread = (member: Browser, body: string) =>
    member.call(createThreadRoute, { subforum: 2, title: "About birds", body });
  const reply = (member: Browser, id: number, body: string) => member.call(createReplyRoute, { id, body });

  test("is published once staff approve it: a comment, a thread or a reply", async () => {
    await addWord("goose", "hold");
    const [member, friend] = [await person(), await person()];
    expect((await comment(member, `A goose, @${friend.username}`)).body.comment).toBeNull();
    const held = { id: expect.any(Number) };
    expect((await thread(member, "Is a goose a bird?")).body).toMatchObject({ thread: null, held });
    const { id } = (await thread(friend, "Birds in general")).body.thread as { id: number };
    expect((await reply(member, id, "The goose!")).body).toMatchObject({ reply: null });
    const posts = (await waiting()).filter(({ user }) => user.id === member.id);
    expect(posts.map(({ kind, found }) => [kind, found])).toEqual([
      ["comment", "goose"],
      ["thread", "goose"],
      ["reply", "goose"],
    ]);
    for (const post of posts) expect((await decide(post, { approve: true })).status).toBe(200);
    expect(await countRows("comments", sql`user_id = ${member.id} and body like 'A goose%'`)).toBe(1);
    expect(await countRows("threads", sql`user_id = ${member.id} and title = 'About birds'`)).toBe(1);
    const { data } = (await friend.call(threadRoute, { id })).body;
    expect(data).toMatchObject([{ position: 1, body: "The goose!", user: { id: member.id } }]);
    const audit = sql`actor_id = ${staff.id} and action = 'held.approve' and subject_id = ${String(member.id)}`;
    expect(await countRows("audit_log", audit)).toBe(3);
    expect(await decide(posts[0] as HeldPost, { approve: true })).toMatchObject({ status: 409 });
  });

  test("is approved once, however many moderators do so at the same time", async () => {
    await addWord("goose", "hold");
    const member = await person();
    await comment(member, "One goose");
    const post = await held(member);
    const other = await person({}, "moderator");
    const deciders = [staff, other, staff, other];
    const responses = await Promise.all(deciders.map((by) => decide(post, { approve: true }, by)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await countRows("comments", sql`user_id = ${member.id}`)).toBe(1);
  });

  test("can be declined with a reason and is never published then", async () => {
    await addWord("goose", "hold");
    const member = await person();
    await comment(member, "Goose!");
    const post = await held(member);
    expect((await decide(post, { approve: false })).status).toBe(422);
    expect((await decide(post, { approve: false, reason: "No geese here." })).status).toBe(200);
    expect(await countRows("comments", sql`user_id = ${member.id}`)).toBe(0);
    const { data } = (await staff.call(heldQueueRoute, { state: "declined" })).body;
    const decision = { reason: "No geese here.", decided_by: { id: staff.id } };
    expect(data).toMatchObject([{ id: post.id, ...decision }]);
  });

  test("keeps waiting if its thread has been locked since", async () => {
    await addWord("goose", "hold");
    const member = await person();
    const { id } = (await thread(await person(), "Birds")).body.thread as { id: number };
    await reply(member, id, "goose");
    await runForumSql`update threads set locked = 1 where id = ${id}`;
    expect((await decide(await held(member), { approve: true })).status).toBe(409);
    expect((await held(member)).state).toBe("waiting");
  });

  test("costs two round trips and a bounded number of rows to list, however many there are", async () => {
    const member = await person();
    const fill = (count: number) =>
      runSql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
          insert into held_posts (user_id, kind, place, body, why, created_at)
         
            select ${member.id}, 'comment', json_object('type', 'level', 'id', ${level}), 'text ' || i, 'words', i from n`;
    await fill(100);
    const few = (await staff.call(heldQueueRoute)).cost;
    await fill(20_000);
    const many = (await staff.call(heldQueueRoute)).cost;
    expect(many).toMatchObject({ roundTrips: few.roundTrips, read: few.read });
    expect(many.roundTrips).toBeLessThanOrEqual(2);
    expect(many.read).toBeLessThanOrEqual(150);
    const last = await staff.call(heldQueueRoute, { page: 804 });
    expect(last.body.data).toHaveLength(25);
    expect(last.cost.read).toBeLessThanOrEqual(160);
    await runSql`delete from held_posts where user_id = ${member.id}`;
    await runSql`delete from counters where name like 'held:%'`;
  });
});
