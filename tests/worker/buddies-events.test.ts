import fc from "fast-check";
import { type Notification, notificationListRoute } from "#domain/notifications/api.ts";
import { countRows, runSql } from "#tests/support/browser.ts";
import {
  buddyCommand,
  fetchBuddyList,
  randomStep,
  relationBetween,
  takeStep,
} from "#tests/support/buddies.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";

const block = (from: { id: number }, to: { id: number }) =>
  runSql`insert into blocks (user_id, blocked_id, created_at) values (${from.id}, ${to.id}, 1)`;

/** A member whose browser waits for background work. */
async function waiting(fields = {}): Promise<TestUser> {
  const user = await signedInUser(fields);
  user.variant = {};
  return user;
}

describe("the open pages of both members", () => {
  test("receive the new relation, each with its own side and counts", async () => {
    const [a, b] = [await waiting(), await waiting()];
    const [atA, atB] = [await connectSocket(a), await connectSocket(b)];
    const expectBoth = async (relationA: string, relationB: string) => {
      const eventOf = ({ id, username }: TestUser, relation: string) => ({
        ...{ event: "BuddyChanged", user_id: id, username, relation },
        counts: {
          buddies: Number(relation === "buddy"),
          incoming: Number(relation === "incoming"),
          outgoing: Number(relation === "outgoing"),
        },
      });
      expect(await atA.one("BuddyChanged")).toEqual(eventOf(b, relationA));
      expect(await atB.one("BuddyChanged")).toEqual(eventOf(a, relationB));
    };
    await buddyCommand("request", a, b);
    await expectBoth("outgoing", "incoming");
    await buddyCommand("delete", b, a);
    await expectBoth("none", "none");
    await buddyCommand("request", b, a);
    await expectBoth("incoming", "outgoing");
    await buddyCommand("accept", a, b);
    await expectBoth("buddy", "buddy");
    await buddyCommand("delete", b, a);
    await expectBoth("none", "none");
    expect(await atA.all("BuddyChanged")).toHaveLength(5);
    // A command without effect sends no event, and neither does an unchanged permission to write.
    await buddyCommand("delete", a, b);
    await atA.settled();
    expect(await atA.all("BuddyChanged")).toHaveLength(5);
    expect(await atA.all("ContactChanged", 0)).toEqual([]);
  });

  test("receive that messages become possible or impossible where only buddies can write", async () => {
    const [a, b] = [await waiting({ message_privacy: 2 }), await waiting()];
    const [atA, atB] = [await connectSocket(a), await connectSocket(b)];
    await buddyCommand("request", a, b);
    await buddyCommand("accept", b, a);
    await buddyCommand("delete", b, a);
    await Promise.all([atA.settled(), atB.settled()]);
    const changed = { event: "ContactChanged", user_id: a.id, username: a.username };
    expect(await atB.all("ContactChanged")).toEqual([changed, changed]);
    expect(await atA.all("ContactChanged", 0)).toEqual([]);
  });

  test("receive the true state last, whatever happens at the same time", async () => {
    const people = [await waiting(), await waiting(), await waiting()];
    const sockets = await Promise.all(people.map((user) => connectSocket(user)));
    const waves = fc.sample(fc.array(randomStep(3), { minLength: 12, maxLength: 12 }), {
      numRuns: 4,
      seed: 11,
    });
    for (const wave of waves) {
      await Promise.all(wave.map((one) => takeStep(people, one)));
      for (const [i, socket] of sockets.entries()) {
        await socket.settled();
        const user = people[i] as TestUser;
        const last = socket.events.findLast(({ event }) => event === "BuddyChanged");
        const { body } = await fetchBuddyList(user, user.username);
        if (last?.event === "BuddyChanged") expect(last.counts).toEqual(body.counts);
        for (const other of people) {
          const latest = socket.events.findLast(
            (event) => event.event === "BuddyChanged" && event.user_id === other.id,
          );
          if (latest?.event === "BuddyChanged")
            expect(latest.relation).toBe(await relationBetween(user, other));
        }
      }
    }
  });
});

describe("a buddy notification", () => {
  const notificationsOf = async (user: TestUser) =>
    (await user.call(notificationListRoute)).body.data as Notification[];

  test("is sent once per new request and once per acceptance", async () => {
    const [a, b] = [await waiting(), await waiting()];
    await Promise.all([
      buddyCommand("request", a, b),
      buddyCommand("request", a, b),
      buddyCommand("request", a, b),
    ]);
    expect(await notificationsOf(b)).toMatchObject([
      {
        type: "buddy_request",
        count: 1,
        actors: [{ id: a.id }],
        url: `/users/${b.username}/buddies/incoming`,
        read: false,
      },
    ]);
    expect(await notificationsOf(a)).toEqual([]);
    await Promise.all([
      buddyCommand("accept", b, a),
      buddyCommand("request", b, a),
      buddyCommand("accept", b, a),
    ]);
    expect(await notificationsOf(a)).toMatchObject([
      { type: "buddy_accept", count: 1, actors: [{ id: b.id }], url: `/users/${a.username}/buddies` },
    ]);
    expect(await notificationsOf(b)).toHaveLength(1);
    expect(await countRows("notices")).toBe(0);
  });

  test("isn't sent across a block", async () => {
    const [a, b] = [await waiting(), await waiting()];
    await block(b, a);
    await buddyCommand("request", a, b);
    await buddyCommand("request", b, a);
    expect([await notificationsOf(a), await notificationsOf(b)]).toEqual([[], []]);
  });
});
