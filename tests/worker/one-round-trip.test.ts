import { type SQL, sql } from "drizzle-orm";
import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { contactProblem } from "#domain/blocks/rules.ts";
import { requestBuddyRoute } from "#domain/buddies/api.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { readMessagesRoute } from "#domain/conversations/api.ts";
import { bookmarkRoute, createReplyRoute, createThreadRoute } from "#domain/forums/api.ts";
import { favoriteItemRoute } from "#domain/items/api.ts";
import { favoriteLevelRoute } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { createOutfitRoute } from "#domain/outfits/api.ts";
import { recordRatingRoute } from "#domain/ratings/api.ts";
import { NEWCOMER_PER_DAY, POSTS_PER_HOUR } from "#domain/spam/rules.ts";
import { addUser, countRows, runForumSql, runSql, unique } from "#tests/support/browser.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { startThread } from "#tests/support/threads.ts";
import { ownedItem } from "#tests/support/wearable.ts";
import { addClear, addItem, addLevel } from "#tests/support/world.ts";
import { canContact, type RelationshipColumns, relationshipOf } from "#worker/blocks/queries.ts";

/** Prepares a write of a member. */
type Write = (me: TestUser) => Promise<() => ReturnType<TestUser["call"]>>;

const other = () => addUser({ created_at: 1 });
const threadOf = async () => startThread(await signedInUser({ created_at: 1 }));
const levelOfOther = async (fields = {}) => addLevel((await other()).id, fields);
const itemOfOther = async () => addItem((await other()).id);

/** The writes that members make most often. */
const WRITES: Record<string, Write> = {
  "a comment": async (me) => commentOn(me, "level", await levelOfOther()),
  "a comment with a mention on a profile": async (me) => {
    const [owner, friend] = [await other(), await other()];
    return commentOn(me, "user", owner.id, `Hello @${friend.username}, ${unique()}`);
  },
  "a rating": async (me) => rating(me, await levelOfOther()),
  "a favorite level": async (me) => favoriteLevel(me, await levelOfOther()),
  "a favorite item": async (me) => favoriteItem(me, await itemOfOther()),
  "a message read": async (me) => {
    const { id: userId } = await other();
    return () => me.call(readMessagesRoute, { userId });
  },
  "a saved bopi": async (me) => wear(me, { hat1: (await ownedItem(me.id, 1)).id }),
  "a saved outfit": async (me) => () => me.call(createOutfitRoute, { name: "Summer" }),
  "a buddy request": async (me) => requestTo(me, (await other()).username),
  "a bookmark": async (me) => bookmark(me, (await threadOf()).id),
  "a thread": async (me) => () =>
    me.call(createThreadRoute, { subforum: 2, title: `Title ${unique()}`, body: `Text ${unique()}` }),
  "a reply": async (me) => {
    const { id } = await threadOf();
    return () => me.call(createReplyRoute, { id, body: `Reply ${unique()}` });
  },
};

/** Round trips to the main database, which has the sessions, the forums and the play data: by default one to the first. */
const TRIPS: Record<string, [main: number, forum: number, play: number]> = {
  "a rating": [1, 0, 1],
  "a bookmark": [1, 1, 0],
  // Afterwards the main database gets the effects.
  "a thread": [2, 1, 0],
  "a reply": [2, 2, 0],
};

async function member(fields: Parameters<typeof signedInUser>[0] = {}): Promise<TestUser> {
  const user = await signedInUser({ created_at: 1, ...fields });
  user.variant = { ...user.variant, RATE_LIMITS: "on" };
  return user;
}

test.each(Object.entries(WRITES))(
  "a member who is no newcomer makes %s in one round trip to each database",
  async (name, make) => {
    // The word list is in the process once someone has written a text.
    await (await make(await member()))();
    const { status, body, cost } = await (await make(await member()))();
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    expect([cost.roundTrips, cost.forumRoundTrips, cost.playRoundTrips]).toEqual(TRIPS[name] ?? [1, 0, 0]);
    expect(cost.written).toBeLessThanOrEqual(25);
  },
);

describe.each(Object.entries(WRITES))("%s", (_, make) => {
  const SPOILS: [string, number, string, (id: number) => SQL][] = [
    [
      "a session that has ended",
      401,
      "session_changed",
      (id) => sql`delete from sessions where user_id = ${id}`,
    ],
    ["a ban", 403, "banned", (id) => sql`update users set banned_at = 1 where id = ${id}`],
  ];
  test.each(SPOILS)("is refused and writes nothing with %s", async (_case, status, code, spoil) => {
    const me = await member();
    const write = await make(me);
    await runSql`${spoil(me.id)}`;
    const refused = await write();
    expect([refused.status, refused.body.code, refused.cost.written]).toEqual([status, code, 0]);
  });
});

interface Spoiled {
  write: () => ReturnType<TestUser["call"]>;
  spoil: SQL;
  forum?: true;
  written?: number;
}

type Rule = [name: string, error: [status: number, code: string], make: () => Promise<Spoiled>];

/** Rules of these writes that one change breaks each, with the error. The writes pass without the change. */
const RULES: Rule[] = [];

const rule = (...added: Rule) => RULES.push(added);

const staff = () => member({ role: "moderator", two_factor_at: 1 });
/** Rows written when a session gets a new secret. */
const NEW_SECRET = 8;
const demoted = (me: TestUser) => sql`update users set role = 'member' where id = ${me.id}`;
const ofAnother = async (table: "levels" | "items", id: number) =>
  sql`update ${sql.raw(table)} set user_id = ${(await other()).id} where id = ${id}`;

const favoriteLevel = (me: TestUser, id: number) => () => me.call(favoriteLevelRoute, { id });
async function rating(me: TestUser, levelId: number) {
  await addClear(me.id, levelId);
  return () => me.call(recordRatingRoute, { levelId, rating: 8, difficulty: 2 });
}
type Target = "level" | "item" | "user";
const commentOn =
  (me: TestUser, type: Target, id: number, body = `Well ${unique()}`) =>
  () =>
    me.call(createCommentRoute, { type, id, body });

const LEVEL_WRITES: Record<
  string,
  (me: TestUser, level: number) => Spoiled["write"] | Promise<Spoiled["write"]>
> = {
  favorite: favoriteLevel,
  rating,
  comment: (me, level) => commentOn(me, "level", level),
};
for (const [name, write] of Object.entries(LEVEL_WRITES)) {
  rule(`a ${name} of a level that becomes private`, [404, "not_found"], async () => {
    const level = await levelOfOther();
    const spoil = sql`update levels set visibility = 'private' where id = ${level}`;
    return { write: await write(await member(), level), spoil };
  });
  rule(`a ${name} of a private level by someone who is no longer staff`, [404, "not_found"], async () => {
    const me = await staff();
    const level = await levelOfOther({ visibility: "private" });
    return { write: await write(me, level), spoil: demoted(me), written: NEW_SECRET };
  });
  // Creators can't rate their levels.
  if (write === rating) continue;
  rule(
    `a ${name} of a private level by someone who is no longer its creator`,
    [404, "not_found"],
    async () => {
      const me = await member();
      const level = await addLevel(me.id, { visibility: "private" });
      return { write: await write(me, level), spoil: await ofAnother("levels", level) };
    },
  );
}
rule("a favorite level that is deleted, even for its creator", [404, "not_found"], async () => {
  const me = await member();
  const level = await addLevel(me.id);
  const spoil = sql`update levels set visibility = 'deleted' where id = ${level}`;
  return { write: favoriteLevel(me, level), spoil };
});

const favoriteItem = (me: TestUser, id: number) => () => me.call(favoriteItemRoute, { id });
const hidden = (item: number) => sql`update items set state = 'hidden' where id = ${item}`;
rule("a favorite item that is hidden", [404, "not_found"], async () => {
  const item = await itemOfOther();
  return { write: favoriteItem(await member(), item), spoil: hidden(item) };
});
rule("a hidden item of someone who is no longer staff", [404, "not_found"], async () => {
  const me = await staff();
  const item = await itemOfOther();
  await runSql`${hidden(item)}`;
  return { write: favoriteItem(me, item), spoil: demoted(me), written: NEW_SECRET };
});
rule("a hidden item of someone who is no longer its maker", [404, "not_found"], async () => {
  const me = await member();
  const item = await addItem(me.id);
  await runSql`${hidden(item)}`;
  return { write: favoriteItem(me, item), spoil: await ofAnother("items", item) };
});

rule("a rating of a level whose creator the member becomes", [403, "cannot_rate_own"], async () => {
  const me = await member();
  const level = await levelOfOther();
  const spoil = sql`update levels set user_id = ${me.id} where id = ${level}`;
  return { write: await rating(me, level), spoil };
});

const bookmark = (me: TestUser, id: number) => () => me.call(bookmarkRoute, { id });
rule("a bookmark of a deleted thread", [404, "not_found"], async () => {
  const { id } = await threadOf();
  const spoil = sql`update threads set deleted_at = 1 where id = ${id}`;
  return { write: bookmark(await member(), id), spoil, forum: true };
});
rule("a bookmark of a member who has too many", [422, "bookmark_limit"], async () => {
  const me = await member();
  const spoil = sql`insert into bookmark_counts (user_id, value) values (${me.id}, ${LIMITS.bookmarks})
    on conflict do update set value = excluded.value`;
  return { write: bookmark(me, (await threadOf()).id), spoil, forum: true };
});

const wear = (me: TestUser, input: object) => () =>
  me.call(updateAvatarRoute, { head_color: "112233", ...input });
const copyOf = (me: TestUser, item: number) => sql`user_id = ${me.id} and item_id = ${item}`;
const BOPI_RULES: Record<string, (me: TestUser, item: number) => SQL> = {
  "that is for sale": (me, item) => sql`update inventory set resale_price = 5 where ${copyOf(me, item)}`,
  "that was sold": (me, item) => sql`delete from inventory where ${copyOf(me, item)}`,
  "that is hidden": (_, item) => hidden(item),
  "of another type": (me, item) => sql`update inventory set type_id = 3 where ${copyOf(me, item)}`,
  "that another tab has put into another slot": (me, item) =>
    sql`insert into bopis (user_id, hat2) values (${me.id}, ${item})`,
};
for (const [name, spoil] of Object.entries(BOPI_RULES))
  rule(`a bopi with a hat ${name}`, [422, "invalid"], async () => {
    const me = await member();
    const { id } = await ownedItem(me.id, 1);
    return { write: wear(me, { hat1: id }), spoil: spoil(me, id) };
  });

const requestTo = (me: TestUser, username: string) => () => me.call(requestBuddyRoute, { username });
rule("a buddy request to a name that no one has", [404, "not_found"], async () => {
  const them = await other();
  const spoil = sql`update users set username = ${`away_${unique()}`} where id = ${them.id}`;
  return { write: requestTo(await member(), them.username), spoil };
});
for (const [name, code, fromMe] of [
  ["oneself has blocked", "blocked_by_you", true],
  ["has blocked one", "contact_refused", false],
] as const)
  rule(`a buddy request to someone who ${name}`, [403, code], async () => {
    const [me, them] = [await member(), await other()];
    const [from, to] = fromMe ? [me.id, them.id] : [them.id, me.id];
    const spoil = sql`insert into blocks (user_id, blocked_id, created_at) values (${from}, ${to}, 1)`;
    return { write: requestTo(me, them.username), spoil };
  });
for (const [name, column] of [
  ["too many requests that wait for others", "outgoing_count"],
  ["too many requests to them", "incoming_count"],
] as const)
  rule(`a buddy request with ${name}`, [422, "buddy_limit"], async () => {
    const [me, them] = [await member(), await other()];
    const { id } = column === "outgoing_count" ? me : them;
    const spoil = sql`update users set ${sql.raw(column)} = ${LIMITS.buddies} where id = ${id}`;
    return { write: requestTo(me, them.username), spoil };
  });

rule("a comment on an item that is hidden", [404, "not_found"], async () => {
  const item = await itemOfOther();
  return { write: commentOn(await member(), "item", item), spoil: hidden(item) };
});
rule("a comment where they are turned off", [403, "comments_disabled"], async () => {
  const me = await member();
  const level = await addLevel(me.id);
  const spoil = sql`update levels set comments_enabled = 0 where id = ${level}`;
  return { write: commentOn(me, "level", level), spoil };
});
const PROFILE_RULES: Record<string, (me: number, owner: number) => SQL> = {
  "for no one": (_, owner) => sql`update users set comment_privacy = 3 where id = ${owner}`,
  "for buddies": (_, owner) => sql`update users set comment_privacy = 2 where id = ${owner}`,
  "of someone the member has blocked": (me, owner) =>
    sql`insert into blocks (user_id, blocked_id, created_at) values (${me}, ${owner}, 1)`,
  "of someone who has blocked the member": (me, owner) =>
    sql`insert into blocks (user_id, blocked_id, created_at) values (${owner}, ${me}, 1)`,
};
for (const [name, spoil] of Object.entries(PROFILE_RULES))
  rule(`a comment on a profile ${name}`, [403, "comments_not_allowed"], async () => {
    const [me, owner] = [await member(), await other()];
    return { write: commentOn(me, "user", owner.id), spoil: spoil(me.id, owner.id) };
  });
rule("a comment with a word that has just been forbidden", [422, "word_refused"], async () => {
  const word = `bad${unique()}word`;
  const me = await member();
  const spoil = sql`insert into words (word, action, whole, user_id, created_at) values (${word}, 'refuse', 1, ${me.id}, 1)`;
  return { write: commentOn(me, "level", await levelOfOther(), `So ${word}`), spoil };
});

describe("a comment is held, and not written,", () => {
  const text = () => `The very same text, as long as a flood of them, again and again, ${unique()}`;
  const links = "https://a.example and https://b.example";
  const cases: [name: string, body: () => string, spoil: (me: number) => Promise<unknown>][] = [
    [
      "with a word that has just been added to those to look at",
      () => text(),
      (me) =>
        runSql`insert into words (word, action, whole, user_id, created_at)
          values ('again', 'hold', 1, ${me}, 1)`,
    ],
    [
      "with two links of an account that isn't verified any longer",
      () => `${links} ${text()}`,
      (me) => runSql`update users set email_verified_at = null where id = ${me}`,
    ],
    [
      "with a text that four others have posted",
      text,
      async (me) => {
        for (const { id } of await Promise.all([other(), other(), other(), other()]))
          await runSql`insert into post_fingerprints (user_id, kind, fingerprint, created_at)
            select ${id}, kind, fingerprint, created_at from post_fingerprints where user_id = ${me}`;
      },
    ],
  ];
  test.each(cases)("%s", async (_, body, spoil) => {
    const me = await member();
    const level = await levelOfOther();
    const write = commentOn(me, "level", level, body());
    expect((await write()).body.held).toBeNull();
    await spoil(me.id);
    const { status, body: output } = await write();
    await runSql`delete from words`;
    expect([status, output.comment]).toEqual([201, null]);
    expect(output.held).not.toBeNull();
    expect(await countRows("comments", sql`user_id = ${me.id}`)).toBe(1);
    expect(await countRows("held_posts", sql`user_id = ${me.id}`)).toBe(1);
  });
});

test("a member can't write more comments in an hour than they may", async () => {
  const me = await member();
  const write = commentOn(me, "level", await levelOfOther());
  const posted = (count: number) =>
    runSql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into post_fingerprints (user_id, kind, fingerprint, created_at)
      select ${me.id}, 'comment', 'print' || i, ${Date.now()} from n`;
  await posted(POSTS_PER_HOUR.regular.posts - 1);
  expect((await write()).status).toBe(201);
  const refused = await write();
  expect([refused.status, refused.body.code, refused.cost.written]).toEqual([429, "too_many", 0]);
});

test("the condition of a contact is its rule, in every case", async () => {
  for (const role of ["member", "moderator", "admin"] as const) {
    const actor = { id: 1, role };
    const rows = await runSql<RelationshipColumns & { privacy: number; can: 0 | 1 }>`
      with f(x) as (values (0), (1)), r as (select a.x as is_buddy, b.x as blocks_them, c.x as is_blocked, p.column1 as privacy
        from f a, f b, f c, (values (1), (2), (3)) p)
      select r.*, ${canContact(actor, sql`r`, sql`r.privacy`)} as can from r`;
    expect(rows).toHaveLength(24);
    for (const row of rows)
      expect([row, row.can === 1]).toEqual([
        row,
        contactProblem(actor, relationshipOf(row, row.privacy)) === null,
      ]);
  }
});

test.each([
  ["unverified", { email_verified_at: null }],
  ["new", { created_at: Date.now() }],
])("an account that is %s can't exceed the daily number of buddy requests", async (_, fields) => {
  const me = await member(fields);
  const others = await Promise.all(Array.from({ length: NEWCOMER_PER_DAY.buddy_requests + 1 }, other));
  const statuses: number[] = [];
  for (const { username } of others) statuses.push((await requestTo(me, username)()).status);
  expect(statuses).toEqual([...others.slice(1).map(() => 200), 429]);
});

test.each(RULES)("nothing is written, and the reason said, of %s", async (_, [status, code], make) => {
  expect((await (await make()).write()).status).toBeLessThan(300);
  const { write, spoil, forum, written = 0 } = await make();
  await (forum ? runForumSql`${spoil}` : runSql`${spoil}`);
  const refused = await write();
  expect([refused.status, refused.body.code, refused.cost.written]).toEqual([status, code, written]);
});

test("a member at the limit can still remove a bookmark", async () => {
  const me = await member();
  const toggle = bookmark(me, (await threadOf()).id);
  await toggle();
  await runForumSql`update bookmark_counts set value = ${LIMITS.bookmarks} where user_id = ${me.id}`;
  expect((await toggle()).body).toEqual({ bookmarked: false });
});
