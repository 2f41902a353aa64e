import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { updateAccountRoute } from "#domain/auth/api.ts";
import { deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import { acceptBuddyRoute, deleteBuddyRoute } from "#domain/buddies/api.ts";
import { commentListRoute, createCommentRoute } from "#domain/comments/api.ts";
import { conversationSearchRoute } from "#domain/conversations/api.ts";
import { editReplyRoute } from "#domain/forums/api.ts";
import type { LastingEvent } from "#domain/live/events.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { profileRoute } from "#domain/users/api.ts";
import { db, testEnv } from "#tests/support/browser.ts";
import { conversationsOf, messagesOf, say, send } from "#tests/support/chat.ts";
import { answerTo, begin, reply } from "#tests/support/forums.ts";
import { ask, befriend } from "#tests/support/pairs.ts";
import { type Person, person } from "#tests/support/people.ts";
import { expectComplaints } from "#tests/support/worker-setup.ts";
import { addLevel } from "#tests/support/world.ts";

/** Every way in which one person reaches another; each answers whether it was open. */
const DOORS: Record<string, (from: Person, to: Person) => Promise<boolean>> = {
  "a message": async (from, to) => {
    const { status } = await send(from, to, "Hello");
    expect([200, 403]).toContain(status);
    return status === 200;
  },
  "a comment on the profile": async (from, to) => {
    const { status } = await from.browser.call(createCommentRoute, {
      input: { type: "user", id: to.id, body: "Hello" },
    });
    expect([201, 403]).toContain(status);
    return status === 201;
  },
  "a buddy request": async (from, to) => {
    const { status } = await ask(from, to);
    expect([200, 403]).toContain(status);
    await forgetRequests();
    return status === 200;
  },
  "a mention": async (from, to) => {
    const level = await addLevel(from.id);
    const before = await noticesOf(to, "mention");
    const { status } = await from.browser.call(createCommentRoute, {
      input: { type: "level", id: level, body: `Look, @${to.username}` },
    });
    expect(status).toBe(201);
    return (await noticesOf(to, "mention")) > before;
  },
  "a notification of a comment on a level": async (from, to) => {
    const level = await addLevel(to.id);
    const before = await noticesOf(to, "comment");
    // A level is for everybody who sees it: what is said there is not hidden, but its maker is not called.
    const { status } = await from.browser.call(createCommentRoute, {
      input: { type: "level", id: level, body: "Nice" },
    });
    expect(status).toBe(201);
    return (await noticesOf(to, "comment")) > before;
  },
  "a quote in the forums": async (from, to) => {
    const { id } = await begin((await somebody()).browser);
    const { id: quoted } = await reply(to.browser, id);
    const before = await noticesOf(to, "reply");
    const { status } = await answerTo(from.browser, id, "I agree", quoted);
    expect([201, 403]).toContain(status);
    expect((await noticesOf(to, "reply")) > before).toBe(status === 201);
    return status === 201;
  },
  "a mention in the forums": async (from, to) => {
    const before = await noticesOf(to, "mention");
    await begin(from.browser, { body: `Look, @${to.username}` });
    return (await noticesOf(to, "mention")) > before;
  },
  "a mention that is added to a reply": async (from, to) => {
    const { id } = await begin(from.browser);
    const { id: written } = await reply(from.browser, id, "Look");
    const before = await noticesOf(to, "mention");
    const { status } = await from.browser.call(editReplyRoute, {
      params: { id: written },
      input: { body: `Look, @${to.username}` },
    });
    expect(status).toBe(200);
    return (await noticesOf(to, "mention")) > before;
  },
  "a notification of a reply to a thread": async (from, to) => {
    const { id } = await begin(to.browser);
    const before = await noticesOf(to, "reply");
    // A thread is for everybody, but its author is not called.
    await reply(from.browser, id);
    return (await noticesOf(to, "reply")) > before;
  },
};

/** What pages tell beforehand of the same doors. */
const SIGNS: Record<string, (from: Person, to: Person) => Promise<boolean>> = {
  "the profile's can_message": async (from, to) => {
    const { body } = await from.browser.call(profileRoute, { params: { username: to.username } });
    return (body.user as { can_message: boolean }).can_message;
  },
  "the conversation's can_send": async (from, to) => (await messagesOf(from, to)).can_send,
  "the list of conversations": async (from, to) => {
    const { data } = await conversationsOf(from);
    const conversation = data.find(({ id }) => id === to.id);
    if (!conversation) throw new Error("they have never talked");
    return conversation.can_send;
  },
  "the search for people": async (from, to) => {
    const { body } = await from.browser.call(conversationSearchRoute, { input: { term: to.username } });
    const people = body.data as { id: number; can_send: boolean }[];
    return people.find(({ id }) => id === to.id)?.can_send ?? false;
  },
  "the profile's can_comment": async (from, to) => {
    const { body } = await from.browser.call(commentListRoute, { params: { type: "user", id: to.id } });
    return body.can_comment === true;
  },
};

const forgetRequests = () => db.all(statement(sql`delete from buddy_requests`));

async function noticesOf(who: Person, type: string): Promise<number> {
  const { body } = await who.browser.call(notificationListRoute);
  return (body.data as { type: string; count: number }[])
    .filter((notice) => notice.type === type)
    .reduce((sum, { count }) => sum + count, 0);
}

const ALL = { ...DOORS, ...SIGNS };

/** Somebody with a browser that waits for what is done after an answer. */
async function somebody(role: "member" | "moderator" | "admin" = "member"): Promise<Person> {
  const who = await person({ role });
  who.browser.variant = {};
  return who;
}

/** Two who have talked before. */
async function pair(role: "member" | "moderator" | "admin" = "member"): Promise<[Person, Person]> {
  const [one, other] = [await somebody(role), await somebody()];
  await say(one, other, "Hello");
  return [one, other];
}

const block = (by: Person, other: Person) =>
  by.browser.call(toggleBlockRoute, { params: { username: other.username } });
const lift = (by: Person, other: Person) =>
  by.browser.call(deleteBlockRoute, { params: { username: other.username } });

describe.each(Object.entries(ALL))("%s", (_, isOpen) => {
  let ann: Person;
  let bob: Person;

  beforeAll(async () => {
    [ann, bob] = await pair();
  });

  const both = async () => [await isOpen(ann, bob), await isOpen(bob, ann)];

  test("is open before a block, shut both ways with it and open again after it", async () => {
    expect(await both()).toEqual([true, true]);
    // Whoever makes it: for the one who blocks and for the one who is blocked, at once.
    for (const [by, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      await block(by, other);
      expect(await both()).toEqual([false, false]);
      await lift(by, other);
      expect(await both()).toEqual([true, true]);
    }
    await block(ann, bob);
    await block(bob, ann);
    await lift(ann, bob);
    expect(await both()).toEqual([false, false]);
    await lift(bob, ann);
    expect(await both()).toEqual([true, true]);
  });
});

describe("staff", () => {
  /** A friendship would stand beside the block. */
  const OWN = ["a buddy request"];

  test.each(Object.entries(ALL).filter(([door]) => !OWN.includes(door)))(
    "come through to whoever blocked them by %s, and not to whom they blocked themselves",
    async (_, isOpen) => {
      for (const role of ["moderator", "admin"] as const) {
        const [staff, member] = await pair(role);
        await block(member, staff);
        expect(await isOpen(staff, member)).toBe(true);
        expect(await isOpen(member, staff)).toBe(false);
        await lift(member, staff);
        await block(staff, member);
        expect(await isOpen(staff, member)).toBe(false);
      }
    },
  );
});

test("a request from before a block can't be accepted, neither with it nor after it", async () => {
  for (const blocker of ["asker", "asked"] as const) {
    const [asker, asked] = [await somebody(), await somebody()];
    await ask(asker, asked);
    const accept = () => asked.browser.call(acceptBuddyRoute, { params: { username: asker.username } });
    const [by, other] = blocker === "asker" ? [asker, asked] : [asked, asker];
    await block(by, other);
    expect((await accept()).status).toBe(404);
    await lift(by, other);
    expect((await accept()).status).toBe(404);
  }
});

test("a block between two is nobody else's", async () => {
  const [ann, bob, carol] = [await somebody(), await somebody(), await somebody()];
  await say(carol, ann, "Hello");
  await say(bob, carol, "Hello");
  await block(ann, bob);
  for (const [door, isOpen] of Object.entries(ALL)) {
    expect(await isOpen(carol, ann), door).toBe(true);
    expect(await isOpen(bob, carol), door).toBe(true);
  }
});

test("an act that could not make what is kept void fails, and its second try makes good", async () => {
  const [ann, bob] = await pair();
  await befriend(ann, bob);
  await ann.browser.call(updateAccountRoute, { input: { message_privacy_permission_id: 2 } });
  const say = async () => (await send(bob, ann, "Hello")).status;
  expect(await say()).toBe(200);
  const { USER_HUB } = testEnv;
  const away = () => Promise.reject(new Error("the object is away"));
  ann.browser.variant = {
    USER_HUB: {
      getByName: (name: string) => {
        const hub = USER_HUB.getByName(name);
        return { forgetPermits: away, tell: (event: LastingEvent) => hub.tell(event) };
      },
    } as unknown as typeof USER_HUB,
  };
  const part = () => ann.browser.call(deleteBuddyRoute, { params: { username: bob.username } });
  expect((await part()).status).toBe(500);
  expect(expectComplaints()).toEqual([expect.stringContaining("the object is away")]);
  ann.browser.variant = {};
  expect((await part()).status).toBe(200);
  expect(await say()).toBe(403);
});
