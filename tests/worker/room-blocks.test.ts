import { deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import { PRIVACY } from "#domain/blocks/rules.ts";
import { acceptBuddyRoute, deleteBuddyRoute, requestBuddyRoute } from "#domain/buddies/api.ts";
import type { EvidenceCopy } from "#domain/moderation/api.ts";
import { reportRoute } from "#domain/reports/api.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { encodeInput } from "#domain/sim/input.ts";
import { readInputs } from "#domain/sim/run-log.ts";
import { runSql } from "#tests/support/browser.ts";
import { befriend } from "#tests/support/buddies.ts";
import { fetchCase } from "#tests/support/report-case.ts";
import { joinRoom, type RoomClient, roomTicket, tryRoomTicket } from "#tests/support/room-client.ts";
import { createRunLevel, runWorld, straightRun } from "#tests/support/runs.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";

const world = runWorld();
const [creator, moderator] = [await signedInUser(), await signedInUser({ role: "moderator" })];
const level = await createRunLevel(creator, world);

interface InRoom {
  user: TestUser;
  client: RoomClient;
}

const enter = async (user: TestUser): Promise<InRoom> => ({ user, client: await joinRoom(user, level) });

const block = (from: TestUser, to: TestUser) => from.call(toggleBlockRoute, { username: to.username });
const unblock = (from: TestUser, to: TestUser) => from.call(deleteBlockRoute, { username: to.username });
const unbuddy = (from: TestUser, to: TestUser) => from.call(deleteBuddyRoute, { username: to.username });

/** Three players of a room, no one of them has blocked the witness. */
async function scene(before: (ann: TestUser, ben: TestUser) => Promise<unknown> = async () => null) {
  const users = [await signedInUser(), await signedInUser(), await signedInUser()] as const;
  await before(users[0], users[1]);
  const [ann, ben, witness] = [await enter(users[0]), await enter(users[1]), await enter(users[2])];
  await witness.client.settled();
  return { ann, ben, witness };
}

/** Waits until both have handled everything that was sent before. */
const settle = (...people: InRoom[]) => Promise.all(people.map(({ client }) => client.settled()));

const slotOf = ({ client }: InRoom) => client.slot;

/** Whether a client got that `from` watches someone. */
const sawWatching = ({ client }: InRoom, from: InRoom) =>
  client.chatEvents.some((event) => "watching" in event && event.slot === slotOf(from));
/** Begins a run some seconds ago, and runs to the goal. */
function runToGoal({ client }: InRoom): void {
  client.restart(client.tick);
  const startTick = client.tick - 400;
  const { log } = straightRun({ world, startTick });
  client.inputs(startTick, [...readInputs(log)]);
}

/** Reports a player with the room's lines. Returns the newest copy in the case. */
async function reportWithLines(by: InRoom, target: InRoom): Promise<EvidenceCopy> {
  const { room } = await roomTicket(by.user, level);
  const input = { reportType: "user", target: target.user.username, reason: "harassment", room };
  await by.user.output(reportRoute, input);
  const [found] = await runSql<{ id: number }>`select id from cases where state = 'open' and type = 'user'
    and target = ${String(target.user.id)}`;
  return (await fetchCase(moderator, found?.id ?? 0)).evidence.at(-1) as EvidenceCopy;
}

/** Every way in which one player in a room can notice another; each returns whether it is open. */
const PATHS: Record<string, (from: InRoom, to: InRoom, witness: InRoom) => Promise<boolean>> = {
  "their name among the players": async (from, to) => to.client.playerOf(from.user) !== undefined,

  "their line of chat": async (from, to, witness) => {
    const line = `Hello from ${from.user.username}`;
    from.client.sendLine(line);
    await witness.client.until(() => witness.client.lines.includes(line));
    await settle(to);
    return to.client.lines.includes(line);
  },

  "their emote": async (from, to, witness) => {
    const isTheirs = ({ client }: InRoom) =>
      client.chatEvents.some((event) => "emote" in event && event.slot === slotOf(from));
    from.client.emote(3);
    await witness.client.until(() => isTheirs(witness));
    await settle(to);
    return isTheirs(to);
  },

  "their finish": async (from, to, witness) => {
    const [before, witnessedBefore] = [finishesOf(from, to), finishesOf(from, witness)];
    runToGoal(from);
    await witness.client.until(() => finishesOf(from, witness) > witnessedBefore);
    await settle(to);
    return finishesOf(from, to) > before;
  },

  "their bopi's bytes": async (from, to, witness) => {
    const [since, witnessedSince] = [to.client.seen.length, witness.client.seen.length];
    // From the spawn, or from the goal back to it.
    from.client.restart(from.client.tick);
    from.client.inputs(from.client.tick - 30, new Array(20).fill(encodeInput(0, 15, false)));
    await witness.client.until(() => hasBytesOf(from, witness, witnessedSince));
    await settle(to);
    return hasBytesOf(from, to, since);
  },

  "watching them": async (from, to) => {
    to.client.watch(slotOf(from));
    await settle(to);
    const isWatching = sawWatching(to, to);
    to.client.watch(null);
    await settle(to);
    return isWatching;
  },

  "seeing that they watch": async (from, to, witness) => {
    from.client.watch(slotOf(witness));
    await witness.client.until(() => sawWatching(witness, from));
    from.client.watch(null);
    await settle(to);
    return sawWatching(to, from);
  },

  "joining them": async (from, to) => {
    const { status, body } = await tryRoomTicket(to.user, { destination_type: "User", id: from.user.id });
    expect([200, 403], JSON.stringify(body)).toContain(status);
    return status === 200;
  },

  "their lines in a report": async (from, to) => {
    const { messages } = await reportWithLines(to, from);
    return messages.some(({ user }) => user.id === from.user.id);
  },

  "their departure": async (from, to, witness) => {
    const isTheirs = ({ client }: InRoom) =>
      client.all("left").some(({ text }) => (JSON.parse(text) as { slot: number }).slot === slotOf(from));
    const hadLeft = isTheirs(to);
    from.client.close();
    await witness.client.until(() => isTheirs(witness));
    await settle(to);
    return isTheirs(to) && !hadLeft;
  },

  "their arrival": async (from, to, witness) => {
    const arrivals = ({ client }: InRoom) =>
      client.arrivals.flatMap(({ players }) => players).filter(({ user }) => user.id === from.user.id).length;
    const [before, witnessedBefore] = [arrivals(to), arrivals(witness)];
    from.client = await joinRoom(from.user, level);
    await witness.client.until(() => arrivals(witness) > witnessedBefore);
    await settle(to);
    return arrivals(to) > before;
  },

  "their place at the spawn": async (from, to, witness) => {
    const [since, witnessedSince] = [to.client.seen.length, witness.client.seen.length];
    from.client.close();
    await witness.client.until(() => witness.client.playerOf(from.user) === undefined);
    from.client = await joinRoom(from.user, level);
    await witness.client.until(() => hasBytesOf(from, witness, witnessedSince));
    await settle(to);
    return hasBytesOf(from, to, since);
  },
};

/** Whether a frame since then has bytes of a player. */
const hasBytesOf = (from: InRoom, { client }: InRoom, since: number) =>
  client.seen.slice(since).some(({ slots }) => slots.includes(slotOf(from)));

const finishesOf = (from: InRoom, { client }: InRoom) =>
  client.all("finished").filter(({ slot }) => slot === slotOf(from)).length;

/** Walks every path from one player to another. Returns those that are open. */
async function openPaths(from: InRoom, to: InRoom, witness: InRoom): Promise<string[]> {
  const open: string[] = [];
  for (const [name, isOpen] of Object.entries(PATHS)) if (await isOpen(from, to, witness)) open.push(name);
  return open;
}

const ALL = Object.keys(PATHS);

describe("two players in a room", () => {
  test("notice each other on every path", async () => {
    const { ann, ben, witness } = await scene();
    expect(await openPaths(ann, ben, witness)).toEqual(ALL);
    expect(await openPaths(ben, ann, witness)).toEqual(ALL);
  });

  test.each([
    ["the first one has", (ann: TestUser, ben: TestUser) => block(ann, ben)],
    ["the second one has", (ann: TestUser, ben: TestUser) => block(ben, ann)],
  ])("notice each other on no path if %s blocked the other", async (_, makeBlock) => {
    const { ann, ben, witness } = await scene(makeBlock);
    expect(await openPaths(ann, ben, witness)).toEqual([]);
    expect(await openPaths(ben, ann, witness)).toEqual([]);
  });

  test("don't notice each other anymore once one has blocked the other, within that request", async () => {
    const { ann, ben, witness } = await scene();
    runToGoal(ben);
    await ann.client.until(() => finishesOf(ben, ann) === 1);
    expect((await block(ann.user, ben.user)).status).toBe(200);
    // Both have got a `left` before anything that comes later.
    await settle(ann, ben);
    expect([ann.client.playerOf(ben.user), ben.client.playerOf(ann.user)]).toEqual([undefined, undefined]);
    expect([ann.client.problems, ben.client.problems]).toEqual([[], []]);
    expect(witness.client.playerOf(ann.user) && witness.client.playerOf(ben.user)).toBeDefined();
    expect(await openPaths(ann, ben, witness)).toEqual([]);
    expect(await openPaths(ben, ann, witness)).toEqual([]);
  });

  test("appear to each other where they are once the last block between them has ended", async () => {
    const { ann, ben, witness } = await scene(async (one, other) => {
      await block(one, other);
      await block(other, one);
    });
    runToGoal(ben);
    await witness.client.until(() => finishesOf(ben, witness) === 1);
    await unblock(ann.user, ben.user);
    await settle(ann, ben);
    expect(ann.client.playerOf(ben.user)).toBeUndefined();
    await unblock(ben.user, ann.user);
    await settle(ann, ben);
    expect([ann.client.playerOf(ben.user)?.slot, ben.client.playerOf(ann.user)?.slot]).toEqual([
      slotOf(ben),
      slotOf(ann),
    ]);
    await ann.client.until(() => ann.client.placeOf(slotOf(ben)) !== undefined);
    await ben.client.until(() => ben.client.placeOf(slotOf(ann)) !== undefined);
    expect(ann.client.placeOf(slotOf(ben))).toEqual(witness.client.placeOf(slotOf(ben)));
    expect(await openPaths(ben, ann, witness)).toEqual(ALL);
  });

  test("stop watching each other with a block", async () => {
    const { ann, ben } = await scene();
    ann.client.watch(slotOf(ben));
    await ann.client.until(() => sawWatching(ann, ann));
    await block(ben.user, ann.user);
    await settle(ann);
    expect(ann.client.problems).toEqual(["You can't watch this player anymore."]);
    expect(ann.client.chatEvents).toContainEqual({ slot: slotOf(ann), watching: false });
  });

  test("join at once without noticing each other, too", async () => {
    const [one, other] = [await signedInUser(), await signedInUser()];
    await block(one, other);
    const [ann, ben] = await Promise.all([enter(one), enter(other)]);
    await settle(ann, ben);
    expect([ann.client.playerOf(other), ben.client.playerOf(one)]).toEqual([undefined, undefined]);
  });

  test("can still report what they got before the block, but nothing that was written after it", async () => {
    const { ann, ben, witness } = await scene();
    ben.client.sendLine("Something rude");
    await ann.client.until(() => ann.client.lines.length === 1);
    await block(ben.user, ann.user);
    ann.client.sendLine("Did you hear that?");
    await witness.client.until(() => witness.client.lines.length === 2);
    const { messages } = await reportWithLines(ann, ben);
    expect(messages.map(({ body, reported }) => [body, reported])).toEqual([
      ["Something rude", true],
      ["Did you hear that?", false],
    ]);
    // Ben never got Ann's line.
    expect((await reportWithLines(ben, ann)).messages).toEqual([]);
  });
});

describe("buddies in a room", () => {
  test("are shown as buddies until one of them ends it, and may watch each other if only buddies may", async () => {
    const { ann, ben } = await scene(async (one, other) => {
      await befriend(one, other);
      for (const user of [one, other])
        await runSql`update users set join_privacy = ${PRIVACY.buddies} where id = ${user.id}`;
    });
    const seen = () => [ann.client.playerOf(ben.user), ben.client.playerOf(ann.user)];
    await ann.client.until(() => seen().every((player) => player !== undefined));
    for (const player of seen()) expect(player).toMatchObject({ is_buddy: true, can_watch: true });
    expect((await unbuddy(ann.user, ben.user)).status).toBe(200);
    await settle(ann, ben);
    for (const player of seen()) expect(player).toMatchObject({ is_buddy: false, can_watch: false });
  });

  test("become buddies while they play", async () => {
    const { ann, ben } = await scene();
    const call = (route: typeof requestBuddyRoute | typeof acceptBuddyRoute, from: InRoom, to: InRoom) =>
      from.user.call(route, { username: to.user.username });
    await call(requestBuddyRoute, ann, ben);
    await call(acceptBuddyRoute, ben, ann);
    await settle(ann, ben);
    expect(ann.client.playerOf(ben.user)?.is_buddy && ben.client.playerOf(ann.user)?.is_buddy).toBe(true);
  });
});

test("a player who lets no one join anymore can't be watched any longer", async () => {
  const { ann, ben } = await scene();
  ann.client.watch(slotOf(ben));
  await ann.client.until(() => sawWatching(ann, ann));
  await ben.user.output(updateAccountRoute, { join_privacy_permission_id: PRIVACY.noOne });
  await settle(ann);
  expect(ann.client.playerOf(ben.user)?.can_watch).toBe(false);
  expect(ann.client.problems).toEqual(["You can't watch this player anymore."]);
});
