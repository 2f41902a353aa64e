import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { InstanceList } from "#worker/room/instance-list.ts";

const { players: FULL, preferredPlayers: PREFERRED } = ROOM_LIMITS;

let list: InstanceList;
let now: number;
beforeEach(() => {
  [list, now] = [new InstanceList(), 1_000_000];
});

const users = (count: number, first = 1) => Array.from({ length: count }, (_, i) => first + i);
const report = (instance: number, inside: number[], revision = 1) =>
  list.report(instance, revision, inside, now);
const assign = (
  user: number,
  options: { buddies?: number[]; follow?: number; prefer?: number; revision?: number } = {},
) => list.assign({ user, revision: 1, buddies: [], ...options }, now);

describe("the instances of a level", () => {
  test("are filled one after the other", () => {
    report(0, users(PREFERRED - 1));
    report(1, users(3, 100));
    expect(assign(900)).toBe(0);
    report(0, users(PREFERRED));
    expect(assign(901)).toBe(1);
    report(1, []);
    expect(assign(901)).toBe(1);
  });

  test("reserve a place for a minute, so a rush spreads", () => {
    const counts = new Map<number, number>();
    for (const user of users(2 * PREFERRED + 1)) {
      const instance = assign(user) ?? -1;
      counts.set(instance, (counts.get(instance) ?? 0) + 1);
    }
    expect([...counts]).toEqual([
      [0, PREFERRED],
      [1, PREFERRED],
      [2, 1],
    ]);
    now += 60_000;
    expect(assign(999)).toBe(0);
  });

  test("count a user once who asks again and again", () => {
    for (let i = 0; i < 100; i++) expect(assign(1)).toBe(0);
    for (const user of users(PREFERRED - 1, 2)) expect(assign(user)).toBe(0);
    expect(assign(900)).toBe(1);
  });

  test("prefer buddies while there is any room", () => {
    report(0, users(30));
    report(1, users(FULL - 1, 100));
    expect(assign(900, { buddies: [101] })).toBe(1);
    // The place is taken by the reservation.
    expect(assign(901, { buddies: [101] })).toBe(0);
  });

  test("with another revision get no one, until they're empty", () => {
    report(0, users(3), 1);
    expect(assign(900, { revision: 2 })).toBe(1);
    expect(assign(901, { revision: 2, follow: 0 })).toBe(null);
    expect(assign(902, { revision: 2, prefer: 0 })).toBe(1);
    report(0, []);
    expect(assign(903, { revision: 2, follow: 0 })).toBe(0);
  });

  test("that are full can't be followed into", () => {
    report(4, users(FULL));
    expect(assign(900, { follow: 4 })).toBe(null);
    expect(assign(1, { follow: 4 })).toBe(4);
    report(4, users(FULL - 1));
    expect(assign(900, { follow: 4 })).toBe(4);
  });

  test("that have fallen silent are empty", () => {
    report(0, users(PREFERRED));
    now += 3 * ROOM_LIMITS.reportMs + 1;
    expect(assign(900)).toBe(0);
  });

  test("are at most 200", () => {
    for (let i = 0; i < ROOM_LIMITS.instances; i++) report(i, users(PREFERRED, 1_000 * i));
    expect(assign(999_999)).toBe(null);
  });
});
