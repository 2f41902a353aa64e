import type { ComeEvent, RoomPlayer } from "#domain/room/events.ts";
import { type Finished, finishedFrame, jsonFrame } from "#domain/room/frames.ts";
import { inOrder, neighbor, watchable } from "#web/features/play/room/in-order.ts";
import { bannerOf, joinFailure, type LinkState, pageOfCode } from "#web/features/play/room/join-failure.ts";
import { feedAnnouncement, freshItems, noticeText, RoomFeed } from "#web/features/play/room/room-session.ts";
import { onReconnect, type RunSource, waitForRoom } from "#web/features/play/room/wait-for-room.ts";
import { finishText } from "#web/features/play/text/finish.ts";
import { roomText } from "#web/features/play/text/room.ts";
import type { RoomLine, RoomNotice, RoomPerson } from "#web/game/room/game-room.ts";
import { RoomPeople } from "#web/game/room/room-people.ts";
import { createStore } from "#web/lib/store.ts";
import { joinRoom, pass, setUpFakeRooms } from "./fake-room.ts";

setUpFakeRooms();

const player = (slot: number, id: number, fields: Partial<RoomPlayer> = {}): RoomPlayer => ({
  slot,
  user: { id, username: `user${id}` } as RoomPlayer["user"],
  look: {} as RoomPlayer["look"],
  is_buddy: false,
  is_staff: false,
  is_creator: false,
  can_watch: true,
  ...fields,
});

const ROOM: NonNullable<ComeEvent["room"]> = { level_id: 9, instance: 0, can_remove: true };

async function enter(...others: RoomPlayer[]) {
  const { room, link } = await joinRoom(500);
  room.send(jsonFrame("come", { players: [player(room.slot, 1), ...others], room: ROOM }));
  await pass(10);
  return { room, people: new RoomPeople(link) };
}

const names = (people: RoomPeople) => people.people.get().map(({ user }) => user.username);

describe("The people of a room", () => {
  test("are known also if the screens come later than the player", async () => {
    const { people } = await enter(player(2, 20));
    expect(names(people)).toEqual(["user1", "user20"]);
    expect(people.people.get().map(({ isSelf }) => isSelf)).toEqual([true, false]);
    expect(people.canRemove).toBe(true);
    expect(people.notices.get()).toBeNull();
  });

  test("give their slot to others", async () => {
    const { room, people } = await enter(player(2, 20));
    room.send(jsonFrame("come", { players: [player(2, 30)] }));
    room.sendLine(2, "I'm new");
    await pass(10);
    expect(names(people)).toEqual(["user1", "user30"]);
    expect(people.lines.get()).toMatchObject([{ userId: 30, username: "user30", text: "I'm new" }]);
  });

  test("stay without notices when the player comes back with other slots", async () => {
    const { room, people } = await enter(player(2, 20), player(3, 30));
    room.finish(600);
    await pass(10);
    room.slot = 7;
    room.cut();
    await pass(2_000);
    room.send(jsonFrame("come", { players: [player(7, 1), player(4, 30)], room: ROOM }));
    await pass(10);
    expect(names(people)).toEqual(["user1", "user30"]);
    expect(people.people.get()[0]).toMatchObject({ isSelf: true, place: 4 });
    expect(people.notices.get()).toBeNull();
    expect(people.at(4)?.user.id).toBe(30);
  });

  test("aren't read while they are muted, and their lines disappear", async () => {
    const { room, people } = await enter(player(2, 20), player(3, 30));
    room.sendLine(2, "one");
    room.sendLine(3, "two");
    await pass(10);
    people.setMuted(20, true);
    expect(people.lines.get().map(({ text }) => text)).toEqual(["two"]);
    room.sendLine(2, "three");
    await pass(10);
    expect(people.lines.get()).toHaveLength(1);
    // Also after they came again.
    room.send(jsonFrame("left", { slot: 2 }));
    room.send(jsonFrame("come", { players: [player(4, 20)] }));
    room.sendLine(4, "four");
    await pass(10);
    expect(people.people.get().find(({ user }) => user.id === 20)?.isMuted).toBe(true);
    expect(people.lines.get()).toHaveLength(1);
    people.setMuted(20, false);
    room.sendLine(4, "five");
    await pass(10);
    expect(people.lines.get().map(({ text }) => text)).toEqual(["two", "five"]);
  });

  test("keep the newest 50 lines", async () => {
    const { room, people } = await enter(player(2, 20));
    for (let i = 0; i < 60; i++) room.sendLine(2, `line ${i}`);
    await pass(10);
    const texts = people.lines.get().map(({ text }) => text);
    expect(texts).toHaveLength(50);
    expect(texts.at(-1)).toBe("line 59");
  });

  test("have the place of their best run, and others' runs have a notice", async () => {
    const { room, people } = await enter(player(2, 20));
    const finish = (place: number | null, isCounted = true) =>
      room.send(
        finishedFrame({ slot: 2, ticks: 500, place, run: 9, isCounted, isFirst: false, isBest: true }),
      );
    finish(7);
    finish(12);
    finish(null);
    finish(3, false);
    await pass(10);
    expect(people.at(2)?.place).toBe(7);
    expect(people.notices.get()).toMatchObject({ kind: "finished", username: "user20", place: null });
    const { id } = people.notices.get() ?? { id: 0 };
    room.finish(600);
    await pass(10);
    // The player's own run has a panel.
    expect(people.notices.get()?.id).toBe(id);
    expect(people.at(room.slot)?.place).toBe(4);
  });

  test("are no one once the room is closed for good", async () => {
    const { room, people } = await enter(player(2, 20));
    room.cut(4406);
    expect(names(people)).toEqual([]);
  });
});

const person = (id: number, username: string, more: Partial<RoomPerson> = {}): RoomPerson => ({
  slot: id,
  user: { id, username } as RoomPerson["user"],
  look: {} as RoomPerson["look"],
  is_buddy: false,
  is_staff: false,
  is_creator: false,
  can_watch: true,
  isSelf: false,
  isMuted: false,
  isWatching: false,
  place: null,
  ...more,
});

describe("the state of a room's connection", () => {
  const cut = (code: number | null): LinkState => ({ at: "reconnecting", code, message: null });

  test.each<[string, LinkState, number, string | null]>([
    ["a cut a moment ago", cut(1006), 999, null],
    ["a cut a second ago", cut(1006), 1_000, "Reconnecting… you can keep playing"],
    ["a room that moves", cut(4301), 0, "Moving you to a new room…"],
    [
      "30 seconds without a room",
      { ...cut(null), at: "alone" },
      0,
      "You play on alone; your run will be checked when you are back",
    ],
    ["an open connection", { ...cut(null), at: "open" }, 5_000, null],
    ["the first connection", { ...cut(null), at: "connecting" }, 5_000, null],
  ])("%s has the right banner, or none", (_, state, ms, text) => expect(bannerOf(state, ms)).toBe(text));

  test("each code that ends the room has a sentence; others have none", () => {
    const pages = [4401, 4403, 4406, 4409, 4410].map(pageOfCode);
    expect(pages).toEqual(["signedOut", "banned", "removed", "elsewhere", "closed"]);
    expect([4400, 4413, 4429].map(pageOfCode)).toEqual(["dropped", "dropped", "dropped"]);
    expect([null, 1000, 1006, 4301].map(pageOfCode)).toEqual([null, null, null, null]);
  });

  // Without a host, and with a user in the desktop client: tests/ui/room.test.ts.
  test("without a free host the level is played alone; someone who can't be joined gets a full page", () => {
    expect(joinFailure("hosts_full", "Full.", true)).toEqual({ notice: roomText.full });
    const alone = { notice: "You're playing alone. Try again." };
    expect(joinFailure("unknown", "Try again.", false)).toEqual(alone);
    const refused = { page: "cantJoin", text: "Mia only lets buddies join." };
    expect(joinFailure("join_refused", refused.text, true)).toEqual(refused);
    const removed = { page: "removed", text: "An hour." };
    expect(joinFailure("removed_from_level", removed.text, false)).toEqual(removed);
  });
});

describe("the list of players", () => {
  const people = [
    person(1, "zoe"),
    person(2, "Ada", { can_watch: false }),
    person(3, "me", { isSelf: true }),
    person(4, "pal", { is_buddy: true }),
    person(5, "bob", { isWatching: true }),
  ];
  const names = (list: readonly RoomPerson[]) => list.map(({ user }) => user.username);

  test("has the user first, then buddies, then others by name; those to watch come round, and allow it", () => {
    expect(names(inOrder(people))).toEqual(["me", "pal", "Ada", "bob", "zoe"]);
    expect(names(watchable(people))).toEqual(["pal", "zoe"]);
    const list = watchable(people);
    expect(neighbor(list, 4, 1)?.user.id).toBe(1);
    expect(neighbor(list, 1, 1)?.user.id).toBe(4);
    expect(neighbor(list, 4, -1)?.user.id).toBe(1);
    expect(neighbor(list, 99, 1)?.user.id).toBe(4);
    expect(neighbor([], 4, 1)).toBeNull();
  });
});

describe("the feed of a room", () => {
  const makeRoom = (count = 2) => ({
    lines: createStore<RoomLine[]>([]),
    notices: createStore<RoomNotice | null>(null),
    people: createStore<RoomPerson[]>([
      person(1, "mia", { is_buddy: true }),
      ...Array.from({ length: count - 1 }, (_, i) => person(i + 2, `guest${i}`)),
    ]),
  });
  const line = (id: number, text: string): RoomLine => ({ id, slot: 1, userId: 1, username: "mia", text });
  const texts = (feed: RoomFeed) => feed.items.get().map(({ text }) => text);

  test("has lines and notices in the order in which they came", () => {
    const room = makeRoom();
    const feed = new RoomFeed(room, () => 5);
    room.lines.set([line(1, "hi")]);
    room.notices.set({ id: 1, kind: "finished", username: "mia", ticks: 2_526, place: 3 });
    room.lines.set([line(1, "hi"), line(2, "yes!")]);
    expect(texts(feed)).toEqual(["hi", "mia finished in 0:42.100 — 3rd", "yes!"]);
    expect(feed.items.get()[0]).toMatchObject({
      at: 5,
      speaker: { userId: 1, username: "mia" },
      tone: "message",
    });
  });

  test("drops the lines of a player who was muted", () => {
    const room = makeRoom();
    const feed = new RoomFeed(room);
    room.lines.set([line(1, "spam"), { ...line(2, "hello"), userId: 2, username: "guest0" }]);
    room.lines.set([{ ...line(2, "hello"), userId: 2, username: "guest0" }]);
    expect(texts(feed)).toEqual(["hello"]);
  });

  test("keeps the newest 50 items", () => {
    const room = makeRoom();
    const feed = new RoomFeed(room);
    for (let id = 1; id <= 60; id++) room.notices.set({ id, kind: "joined", username: `p${id}` });
    expect(feed.items.get()).toHaveLength(50);
    expect(texts(feed).at(0)).toBe("p11 joined");
  });

  test("in a crowd, only buddies' comings and goings show", () => {
    const room = makeRoom(20);
    const feed = new RoomFeed(room);
    room.notices.set({ id: 1, kind: "left", username: "guest3" });
    room.notices.set({ id: 2, kind: "joined", username: "mia" });
    expect(texts(feed)).toEqual(["mia joined"]);
  });

  test("a finish without a place names only the time", () => {
    expect(noticeText({ id: 1, kind: "finished", username: "mia", ticks: 60, place: null })?.text).toBe(
      "mia finished in 0:01.000",
    );
  });

  test("items are fresh for 8 seconds", () => {
    const item = { speaker: null, text: "", tone: "quiet" } as const;
    const items = [1, 2, 3].map((id) => ({ ...item, id, at: id * 1_000 }));
    expect(freshItems(items, 9_500, 6).map(({ id }) => id)).toEqual([2, 3]);
    expect(freshItems(items, 5_000, 2).map(({ id }) => id)).toEqual([2, 3]);
  });

  test("several new items are announced in one sentence", () => {
    const item = {
      id: 1,
      at: 0,
      speaker: { userId: 1, username: "mia" },
      text: "hi",
      tone: "message",
    } as const;
    expect(feedAnnouncement([])).toBeNull();
    expect(feedAnnouncement([item])).toBe("mia: hi");
    expect(feedAnnouncement([item, { ...item, text: "go" }])).toBe("2 new messages. mia: go");
  });
});

describe("a finished run in a room", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const finished: Finished = {
    slot: 4,
    ticks: 600,
    place: 1,
    run: 77,
    isCounted: true,
    isFirst: true,
    isBest: true,
  };
  const makeSource = (at: LinkState["at"] = "open") => {
    const state = createStore<LinkState>({ at, code: null, message: null });
    const listeners = new Set<(finished: Finished) => void>();
    const source: RunSource = {
      state,
      slot: 4,
      onFinished: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    return {
      source,
      state,
      listeners,
      finish: (change: Partial<Finished> = {}) => {
        for (const listener of listeners) listener({ ...finished, ...change });
      },
    };
  };
  const { signal } = new AbortController();

  test("is the one that the room counted for the user's own slot", async () => {
    const { source, finish, listeners } = makeSource();
    const run = waitForRoom(source, 600, signal);
    finish({ slot: 5, run: 1 });
    finish({ ticks: 601, run: 2 });
    finish();
    expect(await run).toBe(77);
    expect(listeners.size).toBe(0);
  });

  test("is sent by the page if the room is silent for ten seconds", async () => {
    const { source } = makeSource();
    const run = waitForRoom(source, 600, signal);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await run).toBeNull();
  });

  test("is sent by the page once it plays alone, or if the room didn't count it", async () => {
    const { source, state } = makeSource("reconnecting");
    const run = waitForRoom(source, 600, signal);
    state.set({ at: "alone", code: null, message: null });
    expect(await run).toBeNull();
    expect(await waitForRoom(makeSource("closed").source, 600, signal)).toBeNull();
    const other = makeSource();
    const uncounted = waitForRoom(other.source, 600, signal);
    other.finish({ run: 0, isCounted: false });
    expect(await uncounted).toBeNull();
  });

  test("is sent again when the connection is back", () => {
    const { source, state } = makeSource("alone");
    const task = vi.fn();
    const stop = onReconnect(source, task);
    state.set({ at: "reconnecting", code: null, message: null });
    expect(task).not.toHaveBeenCalled();
    state.set({ at: "open", code: null, message: null });
    stop();
    expect(task).toHaveBeenCalledOnce();
  });

  test("outside the first ten places has a rank without the number of players", () => {
    expect(finishText.rank(3, 120)).toBe("3rd of 120");
    expect(finishText.rank(11, 2)).toBe("11th");
  });
});
