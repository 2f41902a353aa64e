import { sql } from "drizzle-orm";
import { commentListRoute, deleteCommentRoute } from "#domain/comments/api.ts";
import { deleteMessageRoute } from "#domain/conversations/api.ts";
import { deleteReplyRoute, deleteThreadRoute, restoreThreadRoute } from "#domain/forums/api.ts";
import { reviewItemRoute } from "#domain/items/reviews/api.ts";
import { deleteLevelRoute, editLevelRoute } from "#domain/levels/api.ts";
import { undoRemovalRoute } from "#domain/moderation/api.ts";
import { UNDO_PERIOD_MS } from "#domain/moderation/rules.ts";
import type { RemovalType } from "#domain/moderation/types.ts";
import { deleteRatingRoute, recordRatingRoute } from "#domain/ratings/api.ts";
import { deleteAccountRoute } from "#domain/settings/api.ts";
import { auditRoute, userHistoryRoute } from "#domain/staff/api.ts";
import { createAccountOwner, PASSWORD } from "#tests/support/account-owner.ts";
import {
  type Browser,
  countRows,
  runForumSql,
  runPlaySql,
  runSql,
  type TestResponse,
  testEnv,
} from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { evict } from "#tests/support/evict.ts";
import { conversationsOf, messagesOf, sendMessage } from "#tests/support/messages.ts";
import {
  addComment,
  addThread,
  auditRowsBy,
  fetchCase,
  notificationTitlesOf,
  openReportCase,
  reportNewLevel,
  resolveCase,
  signedInModerator,
} from "#tests/support/report-case.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";
import { conversationStub, hubStub } from "#worker/live/stubs.ts";
import { runSchedule } from "#worker/schedule.ts";

const [admin, moderator] = [await signedInUser({ role: "admin" }), await signedInModerator()];
const [owner, reporter] = [await signedInUser({ bio: "Buy my hats" }), await signedInUser()];

const undo = (
  removalType: RemovalType,
  target: number | string,
  by: Browser = admin,
  reason = "",
): Promise<TestResponse> => by.call(undoRemovalRoute, { removalType, target, reason });

const ok = async (response: Promise<TestResponse>): Promise<void> => {
  const { status, body } = await response;
  expect([200, 201], JSON.stringify(body)).toContain(status);
};

/** Something that can be removed, the removal, and everything that shows it. */
interface Thing {
  type: RemovalType;
  target: number | string;
  remove(): Promise<unknown>;
  state(): Promise<unknown>;
}

const thing = (
  type: RemovalType,
  target: Thing["target"],
  remove: () => Promise<TestResponse>,
  state: Thing["state"],
): Thing => ({ type, target, remove: () => ok(remove()), state });

const counterRows = (prefix: string) =>
  runSql`select name, value from counters where name >= ${prefix} and name < ${`${prefix}~`} and value <> 0
    order by name`;

const levelState = (id: number) => async () => [
  await runSql`select visibility, taken_down, featured_at, updated_at, thumbnail, picture, thumbnail_small,
    thumbnail_own,
    search_row, comments_count, ratings_count, rating_sum, difficulty_sum, rating_score, difficulty_score
      from levels where id = ${id}`,
  await runSql`select levels_count from users where id = ${owner.id}`,
  await runSql`select count(*) as n from level_search where rowid = (select search_row from levels
    where id = ${id})`,
  await counterRows("levels:"),
];

async function featuredLevel(): Promise<{ level: number; id: number }> {
  const made = await reportNewLevel(reporter, owner);
  await runSql`update levels set featured_at = 77 where id = ${made.level}`;
  return made;
}

async function someComment(): Promise<{ level: number; comment: number; state: Thing["state"] }> {
  const level = await addLevel(owner.id);
  const [first, comment] = [
    await addComment("level", level, owner.id),
    await addComment("level", level, owner.id),
  ];
  await addComment("level", level, owner.id);
  expect(first).toBeLessThan(comment);
  const state = async () => [
    (await reporter.call(commentListRoute, { type: "level", id: level })).body,
    await runSql`select comments_count from levels where id = ${level}`,
  ];
  return { level, comment, state };
}

const forumCounters = (prefix: string) =>
  runForumSql`select name, value from counters where name like ${`${prefix}%`} order by name`;

const forumState =
  ({ thread }: { thread: number }) =>
  async () => [
    await runForumSql`select * from threads where id = ${thread}`,
    await runForumSql`select * from replies where thread_id = ${thread} order by id`,
    await runForumSql`select rowid, title from post_search where rowid in (select id from replies
      where thread_id = ${thread})`,
    await forumCounters("threads:"),
    await forumCounters("replies:"),
  ];

const itemState = (id: number) => async () => [
  await runSql`select state, featured_at, sale_state from items where id = ${id}`,
  await runSql`select reason, decided_by, decided_at, rejected_at from item_reviews where item_id = ${id}`,
  await runSql`select count(*) as n from item_search where rowid = (select search_row from items
    where id = ${id})`,
  await countRows("item_takedowns", sql`item_id = ${id}`),
  await counterRows("items:"),
];

async function reviewedItem(decision: "hide" | "reject"): Promise<Thing> {
  const { id } = await addWearable(owner.id, 4);
  await runSql`update items set featured_at = 5 where id = ${id}`;
  return thing(
    "item",
    id,
    () => moderator.call(reviewItemRoute, { id, decision, reason: "No" }),
    itemState(id),
  );
}

const THINGS: Record<string, () => Promise<Thing>> = {
  "a level in a case": async () => {
    const { level, id } = await featuredLevel();
    return thing("level", level, () => resolveCase(moderator, id, ["remove"]), levelState(level));
  },
  "a level that an admin deleted": async () => {
    const { level } = await featuredLevel();
    return thing("level", level, () => admin.call(deleteLevelRoute, { id: level }), levelState(level));
  },
  "the own picture of a level": async () => {
    const level = await addLevel(owner.id);
    await runSql`update levels set thumbnail = 'a', picture = 'b', thumbnail_small = 'c', thumbnail_own = 1
      where id = ${level}`;
    return thing(
      "picture",
      level,
      () => admin.call(editLevelRoute, { id: level, remove_thumbnail: true }),
      () => runSql`select thumbnail, picture, thumbnail_small, thumbnail_own from levels where id = ${level}`,
    );
  },
  "a comment": async () => {
    const { comment, state } = await someComment();
    return thing("comment", comment, () => moderator.call(deleteCommentRoute, { id: comment }), state);
  },
  "a comment in a case": async () => {
    const { comment, state } = await someComment();
    const id = await openReportCase(reporter, "comment", comment);
    return thing("comment", comment, () => resolveCase(moderator, id, ["remove"]), state);
  },
  "a thread": async () => {
    const post = await addThread(owner.id);
    return thing(
      "thread",
      post.thread,
      () => moderator.call(deleteThreadRoute, { id: post.thread }),
      forumState(post),
    );
  },
  "a reply": async () => {
    const post = await addThread(owner.id);
    return thing(
      "reply",
      post.reply,
      () => moderator.call(deleteReplyRoute, { id: post.reply }),
      forumState(post),
    );
  },
  "the first post of a thread in a case": async () => {
    const post = await addThread(owner.id);
    const id = await openReportCase(reporter, "reply", post.first);
    return thing("thread", post.thread, () => resolveCase(moderator, id, ["remove"]), forumState(post));
  },
  "a rating": async () => {
    const level = await addLevel(owner.id);
    const [rated] = await runSql<{ id: number }>`insert into ratings (user_id, level_id, rating, difficulty,
      created_at)
      values (${owner.id}, ${level}, 9, 3, 123) returning id`;
    const id = rated?.id ?? 0;
    const state = async () => [
      await runSql`select * from ratings where id = ${id}`,
      await levelState(level)(),
      await runSql`select ratings_count from users where id = ${owner.id}`,
      await runSql`select * from rating_groups
          where (scope, scope_id) in (('level', ${level}), ('user', ${owner.id}))`,
    ];
    return thing("rating", id, () => admin.call(deleteRatingRoute, { ratingId: id }), state);
  },
  "a bio": async () => {
    const id = await openReportCase(reporter, "user", owner.username);
    return thing(
      "user",
      owner.id,
      () => resolveCase(moderator, id, ["remove"]),
      () => runSql`select bio from users where id = ${owner.id}`,
    );
  },
  "a hidden item": () => reviewedItem("hide"),
  "a rejected item": () => reviewedItem("reject"),
  "a message": async () => {
    const [ann, bob] = [await signedInUser(), await signedInUser()];
    await sendMessage(ann, bob, "One");
    const { id } = await sendMessage(ann, bob, "Two");
    await sendMessage(ann, bob, "Three");
    const state = async () => [
      (await messagesOf(ann, bob)).data,
      (await messagesOf(bob, ann)).data,
      ...(await Promise.all([conversationsOf(ann), conversationsOf(bob)])).map(({ data }) =>
        data.map(({ messages_unread_count }) => messages_unread_count),
      ),
    ];
    return thing("message", id, () => admin.call(deleteMessageRoute, { messageId: id }), state);
  },
};

describe("a removal by staff", () => {
  test.each(Object.keys(THINGS))("of %s can be undone, and everything is as it was", async (name) => {
    const thing = await THINGS[name]?.();
    if (!thing) throw new Error("unknown thing");
    const before = await thing.state();
    await thing.remove();
    expect(await thing.state()).not.toEqual(before);
    const [first, second, third] = await Promise.all([
      undo(thing.type, thing.target),
      undo(thing.type, thing.target),
      undo(thing.type, thing.target, moderator),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect([200, 403]).toContain(third.status);
    expect(await thing.state()).toEqual(before);
    const subject = thing.type === "picture" ? "level" : thing.type;
    expect(
      await countRows(
        "audit_log",
        sql`action = ${`${thing.type}.undo`} and subject_type = ${subject}
        and subject_id = ${String(thing.target)}`,
      ),
    ).toBe(1);
    expect((await undo(thing.type, thing.target)).status).toBe(200);
    // Removed again, it can be undone again.
    if (thing.type === "user" || name.endsWith("in a case")) return;
    await thing.remove();
    expect(await thing.state()).not.toEqual(before);
    await ok(undo(thing.type, thing.target));
    expect(await thing.state()).toEqual(before);
  });

  test("can be undone by those who could make it, but not by its owner", async () => {
    const boss = await signedInUser({ role: "admin" });
    for (const [i, browser] of [moderator, boss].entries()) {
      const { comment } = await someComment();
      await ok(admin.call(deleteCommentRoute, { id: comment }));
      expect((await undo("comment", comment, browser)).status, `comment ${i}`).toBe(200);
      const rating = await THINGS["a rating"]?.();
      await rating?.remove();
      expect((await undo("rating", rating?.target ?? 0, browser)).status, `rating ${i}`).toBe(i ? 200 : 403);
    }
    const comment = await addComment("level", await addLevel(boss.id), moderator.id);
    await ok(admin.call(deleteCommentRoute, { id: comment }));
    expect((await undo("comment", comment, moderator)).status).toBe(403);
  });

  test("is undone in two round trips with one audit entry; owner and reporters are notified", async () => {
    const [ann, bob, staff] = [await signedInUser(), await signedInUser(), await signedInModerator()];
    const { level, id } = await reportNewLevel(ann, bob);
    await resolveCase(staff, id, ["remove", "warn"], { reason: "Rude signs" });
    const details = await fetchCase(admin, id);
    expect(details.history).not.toEqual([]);
    expect(details.removal).toMatchObject({
      type: "level",
      target: String(level),
      can_undo: true,
      restored_at: null,
    });
    expectCost(await undo("level", level, staff, "My mistake"), { read: 120, written: 60 });
    expect(await notificationTitlesOf(bob, 2)).toMatchObject([
      {
        title: expect.stringMatching(/is back: our staff undid the removal\. Reason: My mistake$/),
        url: `/levels/${level}`,
      },
      {},
    ]);
    expect(await notificationTitlesOf(ann, 2)).toMatchObject([
      { title: "We looked again at a level that you reported, and put it back: it's within the rules." },
      {},
    ]);
    expect((await auditRowsBy(staff)).at(-1)).toMatchObject({ action: "level.undo", reason: "My mistake" });
    const after = await fetchCase(admin, id);
    expect(after.removal).toMatchObject({ can_undo: false });
    expect(after.removal?.restored_at).not.toBeNull();
    expect(after.decision?.acts).toEqual(["remove", "warn"]);
    const history = await admin.output(userHistoryRoute, { username: bob.username });
    expect(history.data.map(({ kind }) => kind).sort()).toEqual(["restored", "warning"]);
    expect(history.removals).toMatchObject([{ type: "level", can_undo: false }]);
    const { data } = await admin.output(auditRoute, { action: "level.remove" });
    expect(data.find(({ subject }) => subject.id === String(level))?.removal).toMatchObject({
      type: "level",
    });
  });

  test("doesn't announce a returned level to followers again", async () => {
    const { level, id } = await reportNewLevel(reporter, owner);
    await runSql`update users set followers_count = 1 where id = ${owner.id}`;
    await runSql`delete from follower_notices`;
    await ok(resolveCase(moderator, id, ["remove"]));
    await ok(undo("level", level));
    expect(await countRows("follower_notices")).toBe(0);
    await runSql`update users set followers_count = 0 where id = ${owner.id}`;
  });

  test("is final after a day, and the schedule deletes what was stored for it", async () => {
    const { comment } = await someComment();
    await ok(moderator.call(deleteCommentRoute, { id: comment }));
    const post = await addThread(owner.id);
    await ok(moderator.call(deleteThreadRoute, { id: post.thread }));
    const old = Date.now() - UNDO_PERIOD_MS - 1;
    await runSql`update removals set removed_at = ${old}
      where target in (${String(comment)}, ${String(post.thread)})`;
    await runSql`update comments set deleted_at = ${old} where id = ${comment}`;
    await runForumSql`update threads set deleted_at = ${old} where id = ${post.thread}`;
    expect((await undo("comment", comment)).status).toBe(409);
    expect((await moderator.call(restoreThreadRoute, { id: post.thread })).status).toBe(409);
    await runSchedule(testEnv);
    expect(await countRows("removals", sql`removed_at <= ${old}`)).toBe(0);
    expect((await undo("comment", comment)).status).toBe(404);
  });

  test("can't be undone once its owner deleted, replaced or rewrote the thing", async () => {
    const { level, id } = await reportNewLevel(reporter, owner);
    await ok(resolveCase(moderator, id, ["remove"]));
    await ok(owner.call(deleteLevelRoute, { id: level }));
    expect((await undo("level", level)).status).toBe(409);

    const rated = await addLevel(admin.id);
    await runPlaySql`insert into clears (user_id, level_id, best_ms, best_at, cleared_at)
      values (${owner.id}, ${rated}, 9, 1, 1)`;
    const rate = () => ok(owner.call(recordRatingRoute, { levelId: rated, rating: 9, difficulty: 2 }));
    await rate();
    const [rating] = await runSql<{ id: number }>`select id from ratings where level_id = ${rated}`;
    await ok(admin.call(deleteRatingRoute, { ratingId: rating?.id ?? 0 }));
    await rate();
    expect((await undo("rating", rating?.id ?? 0)).status).toBe(409);

    const bob = await signedInUser({ bio: "Buy my hats" });
    await ok(resolveCase(moderator, await openReportCase(reporter, "user", bob.username), ["remove"]));
    await runSql`update users set bio = 'Hello' where id = ${bob.id}`;
    expect((await undo("user", bob.id)).status).toBe(409);
  });

  test("can't be undone after its owner's account was deleted", async () => {
    const bob = await createAccountOwner({ bio: "Buy my hats" });
    const comment = await addComment("level", await addLevel(owner.id), bob.id);
    await ok(moderator.call(deleteCommentRoute, { id: comment }));
    await ok(resolveCase(moderator, await openReportCase(reporter, "user", bob.username), ["remove"]));
    await ok(bob.call(deleteAccountRoute, { username: bob.username, password: PASSWORD }));
    expect((await undo("comment", comment)).status).toBe(404);
    expect((await undo("user", bob.id)).status).toBe(404);
  });

  test("is replaced by a later removal, whose undoing brings back the state before that", async () => {
    const { level, id } = await reportNewLevel(reporter, owner);
    await ok(resolveCase(moderator, id, ["remove"]));
    const state = levelState(level);
    const private_ = await state();
    await ok(admin.call(deleteLevelRoute, { id: level }));
    await ok(undo("level", level));
    expect(await state()).toEqual(private_);
    expect((await fetchCase(admin, id)).removal).toBeNull();
  });

  test("of a pending item puts it back into the queue; the coins paid back stay and are paid only once", async () => {
    const bob = await signedInUser();
    const { id } = await addWearable(bob.id, 4);
    await runSql`update items set state = 'pending' where id = ${id}`;
    await runSql`insert into item_reviews (item_id, user_id, why, paid, created_at)
      values (${id}, ${bob.id}, 'staff', 25, 1)`;
    const coins = async () =>
      (await runSql<{ coins: number }>`select coins from users where id = ${bob.id}`)[0]?.coins ?? 0;
    const before = await coins();
    for (let round = 0; round < 2; round++) {
      const input = { decision: "reject", reason: "No" };
      await ok(moderator.call(reviewItemRoute, { id, ...input }));
      expect(await coins()).toBe(before + 25);
      await ok(undo("item", id, moderator));
      expect(await runSql`select state from items where id = ${id}`).toEqual([{ state: "pending" }]);
    }
    expect(await coins()).toBe(before + 25);
  });

  test("is marked as undone when staff restore the post in its thread", async () => {
    const post = await addThread(owner.id);
    const id = await openReportCase(reporter, "thread", post.thread);
    await ok(resolveCase(moderator, id, ["remove"]));
    await ok(moderator.call(restoreThreadRoute, { id: post.thread }));
    expect((await fetchCase(admin, id)).removal).toMatchObject({ can_undo: false });
    expect(await runSql`select undone_at is not null as undone from cases where id = ${id}`).toEqual([
      { undone: 1 },
    ]);
  });
});

describe("a message that is back", () => {
  test("returns on open pages and counts as unread, also after evictions and for pages that were away", async () => {
    const [ann, bob] = [await signedInUser(), await signedInUser()];
    const page = await connectSocket(bob);
    const { id } = await sendMessage(ann, bob, "Hello");
    await page.one("NewMessage");
    await ok(admin.call(deleteMessageRoute, { messageId: id }));
    expect(await page.one("MessageDeleted")).toMatchObject({ unread: 0 });
    const { cursor } = page;
    await evict(conversationStub(testEnv, ann.id, bob.id));
    await ok(undo("message", id));
    expect(await page.one("MessageRestored")).toMatchObject({
      message: { id, body: "Hello", deleted: false },
      unread: 1,
      unread_messages: 1,
    });
    page.close();
    await evict(hubStub(testEnv, bob.id));
    const late = await connectSocket(bob, cursor);
    expect(await late.one("MessageRestored")).toMatchObject({ message: { body: "Hello" } });
    expect((await conversationsOf(bob)).data).toMatchObject([{ messages_unread_count: 1 }]);
    late.close();
  });

  test("isn't delivered with its text once it was removed again", async () => {
    const [ann, bob] = [await signedInUser(), await signedInUser()];
    const { id } = await sendMessage(ann, bob, "Hello");
    const conversation = conversationStub(testEnv, ann.id, bob.id);
    const number = Number(id.split("_").at(-1));
    await conversation.remove(number, admin.id);
    await conversation.restore(number, admin.id);
    await conversation.remove(number, admin.id);
    expect(await conversation.restore(number + 99, admin.id)).toBe(false);
    await evict(conversation);
    expect((await messagesOf(bob, ann)).data).toMatchObject([{ id, deleted: true, body: "" }]);
    expect((await conversationsOf(bob)).data).toMatchObject([{ messages_unread_count: 0 }]);
  });
});
