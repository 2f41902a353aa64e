import { sql } from "drizzle-orm";
import {
  type Comment,
  commentListRoute,
  createCommentRoute,
  deleteCommentRoute,
} from "#domain/comments/api.ts";
import { COMMENT_TARGETS, type CommentTarget } from "#domain/comments/rules.ts";
import { itemRoute } from "#domain/items/api.ts";
import { deleteLevelRoute, editLevelRoute, levelRoute } from "#domain/levels/api.ts";
import { reportRoute } from "#domain/reports/api.ts";
import { profileRoute } from "#domain/users/api.ts";
import { addUser, Browser, countRows, runSql, type TestResponse } from "#tests/support/browser.ts";
import { befriend } from "#tests/support/buddies.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addItem, addLevel } from "#tests/support/world.ts";

const [ann, bob] = [await signedInUser(), await signedInUser()];
const visitor = await Browser.visitor();

/** Something of Ann's to comment on. */
async function target(type: CommentTarget): Promise<number> {
  if (type === "level") return addLevel(ann.id);
  return type === "item" ? addItem(ann.id) : (await addUser()).id;
}

const write = (browser: Browser, type: CommentTarget, id: number, body: unknown = "Hello") =>
  browser.call(createCommentRoute, { type, id, body });
const list = (type: CommentTarget, id: number, browser = visitor, page = 1) =>
  browser.call(commentListRoute, { type, id, page });
const remove = (browser: Browser, id: number) => browser.call(deleteCommentRoute, { id });
const commentOf = (response: TestResponse) => response.body.comment as Comment;
const rowsOf = (response: TestResponse) => response.body.data as Comment[];
const bodiesOf = (response: TestResponse) => rowsOf(response).map(({ body }) => body);

const fill = (type: CommentTarget, id: number, count: number, userId = bob.id) =>
  runSql`insert into comments (target_type, target_id, user_id, body, created_at)
    select ${type}, ${id}, ${userId}, 'Comment ' || value, value
    from json_each(${JSON.stringify(Array.from({ length: count }, (_, i) => i + 1))})`;

/** The number of comments shown on the target's page. */
async function counter(type: CommentTarget, id: number): Promise<number> {
  const [user] = await runSql<{ username: string }>`select username from users where id = ${id}`;
  const route = { level: levelRoute, item: itemRoute, user: profileRoute }[type];
  const { body } = await ann.call(route, type === "user" ? { username: user?.username } : { id });
  return (body[type] as { comments_count: number }).comments_count;
}

describe.each(COMMENT_TARGETS)("comments on a %s", (type) => {
  test("are listed newest first with author and date, and counted", async () => {
    const id = await target(type);
    expect((await list(type, id)).body).toMatchObject({
      data: [],
      meta: { current_page: 1, last_page: 1, total: 0 },
      links: { next: null },
      can_comment: true,
    });
    const made = await write(bob, type, id, "  First :star:\r\nline two ");
    expect(made.status).toBe(201);
    expect(commentOf(made)).toMatchObject({
      body: "First :star:\nline two",
      user: { id: bob.id, username: bob.username, bopi: { headshot_url: expect.any(String) } },
      formatted_date: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M$/),
      can_delete: true,
    });
    await write(ann, type, id, "Second");
    const response = await list(type, id);
    expect(bodiesOf(response)).toEqual(["Second", "First :star:\nline two"]);
    expect(rowsOf(response).map(({ can_delete }) => can_delete)).toEqual([false, false]);
    expect(response.body.meta).toMatchObject({ total: 2 });
    expect(await counter(type, id)).toBe(2);
    expect((await remove(bob, commentOf(made).id)).status).toBe(200);
    expect(bodiesOf(await list(type, id))).toEqual(["Second"]);
    expect(await counter(type, id)).toBe(1);
  });

  test("appear once each when following the next links", async () => {
    const id = await target(type);
    await fill(type, id, 37);
    let next: string | null = `/api/comments/${type}/${id}`;
    const collected: string[] = [];
    const sizes: number[] = [];
    while (next) {
      const response: TestResponse = await visitor.fetch(next);
      expect(response.body.meta).toMatchObject({ total: 37, last_page: 4 });
      collected.push(...bodiesOf(response));
      sizes.push(rowsOf(response).length);
      next = (response.body.links as { next: string | null }).next;
    }
    expect(sizes).toEqual([10, 10, 10, 7]);
    expect(collected).toEqual(Array.from({ length: 37 }, (_, i) => `Comment ${37 - i}`));
    expect(rowsOf(await list(type, id, visitor, 5))).toEqual([]);
  });

  test("cost one round trip and at most 25 rows to write, two to delete, and one to read", async () => {
    const id = await target(type);
    await fill(type, id, 30);
    const made = await write(bob, type, id);
    expectCost(made, { roundTrips: 1, written: 25 });
    expectCost(await list(type, id, bob), { roundTrips: 1, read: 6 * 10, written: 0 });
    expectCost(await remove(bob, commentOf(made).id), { roundTrips: 2, written: 25 });
  });

  test("return 404 on a missing target", async () => {
    expect((await write(bob, type, 999_999)).status).toBe(404);
  });

  test("are counted correctly when written and deleted at once", async () => {
    const id = await target(type);
    const made = await Promise.all([ann, bob, ann, bob].map((browser) => write(browser, type, id)));
    expect(await counter(type, id)).toBe(4);
    const first = commentOf(made[1] as TestResponse).id;
    const responses = await Promise.all([remove(bob, first), remove(bob, first), write(ann, type, id)]);
    for (const { status } of responses) expect([200, 201, 404]).toContain(status);
    expect(await counter(type, id)).toBe(4);
    expect((await list(type, id, ann)).body.meta).toMatchObject({ total: 4 });
  });
});

describe("a comment's text", async () => {
  const FAMILY = "\u{1F468}\u200d\u{1F469}\u200d\u{1F467}\u200d\u{1F466}";
  const level = await addLevel(ann.id);

  test.each([
    ["markup", '<script>alert(1)</script><img src=x onerror="alert(1)">'],
    ["five hundred families", FAMILY.repeat(500)],
    ["five hundred letters between spaces", `  ${"x".repeat(500)}\n`],
    ["quotes and backslashes", `'"\\ %_ ; drop table comments; --`],
    ["line separators", "one\u2028two\u2029three"],
  ])("can be %s, which is stored as typed", async (_, body) => {
    const made = await write(bob, "level", level, body);
    expect(made.status).toBe(201);
    expect(commentOf(made).body).toBe(body.trim());
    expect(bodiesOf(await list("level", level, bob))[0]).toBe(body.trim());
  });

  test.each([
    ["spaces and line breaks", " \n\t\r\n\u00a0\u3000\ufeff ", "Comment is required."],
    ["501 families", FAMILY.repeat(501), "Comment must be at most 500 characters."],
    ["half a character", "\ud83d", "Comment has a broken character. Type it again."],
    ["a zero byte", "a\u0000b", "Comment has a character that can't be shown. Remove it."],
    ["a number", 5, "Comment must be text."],
  ])("is rejected at its field if it is %s", async (_, text, message) => {
    const { status, body, cost } = await write(bob, "level", level, text);
    expect([status, cost.written]).toEqual([422, 0]);
    expect(body).toMatchObject({ message, errors: { body: [message] } });
  });
});

test("a closed comments section shows existing comments and rejects new ones, even from its owner", async () => {
  const level = await addLevel(ann.id);
  await fill("level", level, 2);
  await ann.call(editLevelRoute, { id: level, comments_enabled: "0" });
  for (const browser of [visitor, bob, ann]) {
    const response = await list("level", level, browser);
    expect(rowsOf(response)).toHaveLength(2);
    expect(response.body.can_comment).toBe(false);
  }
  for (const browser of [bob, ann]) {
    const response = await write(browser, "level", level);
    expect([response.status, response.body.code]).toEqual([403, "comments_disabled"]);
    expect(response.cost.written).toBe(0);
  }
  const item = await addItem(ann.id);
  await runSql`update items set comments_enabled = 0 where id = ${item}`;
  expect((await write(bob, "item", item)).status).toBe(403);
});

test.each([
  [1, { stranger: 201, buddy: 201, owner: 201, moderator: 201 }],
  [2, { stranger: 403, buddy: 201, owner: 201, moderator: 201 }],
  [3, { stranger: 403, buddy: 403, owner: 201, moderator: 201 }],
])(
  "comments on a profile with privacy %i can be written by the members it allows",
  async (comment_privacy, expected) => {
    const [owner, buddy] = [await signedInUser({ comment_privacy }), await signedInUser()];
    await befriend(owner, buddy);
    const [stranger, moderator] = [await signedInUser(), await signedInUser({ role: "moderator" })];
    for (const [member, browser] of Object.entries({ stranger, buddy, owner, moderator })) {
      const status = expected[member as keyof typeof expected];
      expect((await list("user", owner.id, browser)).body.can_comment, member).toBe(status === 201);
      const response = await write(browser, "user", owner.id);
      expect(response.status, member).toBe(status);
      if (status === 403) expect(response.body.message).toBe("You can't comment on this profile.");
    }
  },
);

describe("deleting a comment", () => {
  test.each(COMMENT_TARGETS)("on a %s is for its author, the page's owner and staff", async (type) => {
    const [owner, author] = [await signedInUser(), await signedInUser()];
    const id =
      type === "level" ? await addLevel(owner.id) : type === "item" ? await addItem(owner.id) : owner.id;
    const callers = {
      visitor: [visitor, 401],
      author: [author, 200],
      owner: [owner, 200],
      other: [bob, 403],
      moderator: [await signedInUser({ role: "moderator" }), 200],
      admin: [await signedInUser({ role: "admin" }), 200],
    } as const;
    for (const [member, [browser, status]] of Object.entries(callers)) {
      await fill(type, id, 1, author.id);
      const comment = rowsOf(await list(type, id, browser))[0];
      expect(comment?.can_delete, member).toBe(status === 200);
      const response = await remove(browser, comment?.id ?? 0);
      expect(response.status, member).toBe(status);
      if (status === 200) expect((await remove(browser, comment?.id ?? 0)).status, member).toBe(404);
      else expect(response.cost.written).toBe(0);
    }
    expect(
      await countRows("comments", sql`target_type = ${type} and target_id = ${id} and deleted_at is null`),
    ).toBe(2);
    expect(await counter(type, id)).toBe(2);
  });

  test("records who deleted it and keeps the text for moderators", async () => {
    const level = await addLevel(ann.id);
    const made = await write(bob, "level", level, "Rude words");
    await remove(ann, commentOf(made).id);
    const [row] = await runSql`select body, deleted_by from comments where id = ${commentOf(made).id}`;
    expect(row).toEqual({ body: "Rude words", deleted_by: ann.id });
    expect(JSON.stringify((await list("level", level, ann)).body)).not.toContain("Rude words");
  });
});

test("comments on a private level are visible only to its creator and staff, and to everyone once it is public again", async () => {
  const level = await addLevel(ann.id);
  const made = commentOf(await write(bob, "level", level, "Nice castle"));
  expect(rowsOf(await list("level", level))).toHaveLength(1);
  await ann.call(editLevelRoute, { id: level, visibility: "private" });
  const moderator = await signedInUser({ role: "moderator" });
  for (const browser of [visitor, bob]) expect((await list("level", level, browser)).status).toBe(404);
  expect((await write(bob, "level", level)).status).toBe(404);
  // A hidden comment looks the same as one that doesn't exist.
  const secret = commentOf(await write(ann, "level", level, "Only for me"));
  const stranger = await signedInUser();
  const report = { reportType: "comment", target: String(secret.id), reason: "spam" };
  expect((await stranger.call(reportRoute, report)).status).toBe(404);
  expect((await remove(stranger, secret.id)).status).toBe(404);
  expect((await remove(ann, secret.id)).status).toBe(200);
  for (const browser of [ann, moderator])
    expect(rowsOf(await list("level", level, browser)).map(({ id }) => id)).toEqual([made.id]);
  await ann.call(editLevelRoute, { id: level, visibility: "public" });
  expect(rowsOf(await list("level", level))).toHaveLength(1);
  await ann.call(deleteLevelRoute, { id: level });
  for (const browser of [visitor, ann, moderator])
    expect((await list("level", level, browser)).status).toBe(404);
  expect((await write(ann, "level", level)).status).toBe(404);
});
