import type { ComeEvent, RoomPlayer } from "#domain/room/events.ts";
import { finishedFrame, jsonFrame } from "#domain/room/frames.ts";
import { RoomPeople } from "#web/game/room/room-people.ts";
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
