import { runInDurableObject } from "cloudflare:test";
import { decodeJwt } from "jose";
import { vi } from "vitest";
import { Database } from "#db/database.ts";
import { parseRoomPath } from "#domain/room/api.ts";
import { roomName } from "#worker/hosts/counts.ts";
import type { HostResult } from "#worker/hosts/idempotent-calls.ts";
import { roomHostCaller } from "#worker/hosts/room-hosts.ts";
import { SESSION_COOKIE } from "#worker/http/session.ts";
import { gameHostStub } from "#worker/live/stubs.ts";
import type { RoomArrival } from "#worker/objects/game-host-api.ts";
import { signedRoomPath } from "#worker/room/routes.ts";
import { alarmsOf } from "./alarms.ts";
import { ORIGIN, testEnv } from "./browser.ts";
import { evict } from "./evict.ts";
import { runHostAlarm, settleHost } from "./hosts.ts";
import { type RoomTicket, roomTicket } from "./room-client.ts";
import type { TestUser } from "./test-user.ts";

/** The id of the built-in host that a ticket is for. */
export const hostOfTicket = ({ token }: Pick<RoomTicket, "token">): number => Number(decodeJwt(token).aud);

/** The path of a room with its pass, without a token. */
export const openRoomPath = (level: number, instance: number): string =>
  signedRoomPath(testEnv, { level, instance, host: 1 });

/** The name of a ticket's room, "7:0". */
export function roomOfTicket({ room }: Pick<RoomTicket, "room">): string {
  const place = parseRoomPath(room);
  if (!place) throw new Error(`bad room ${room}`);
  return roomName(place.level, place.instance);
}

/** The secret in a user's session cookie. */
export const sessionTokenOf = (browser: TestUser): string =>
  browser.cookies.get(SESSION_COOKIE)?.split(".")[0] ?? "";

/** Admits a user to a room as its object does, without a socket. */
export const admit = (
  user: TestUser,
  ticket: RoomTicket,
  {
    present = [],
    room = roomOfTicket(ticket),
    sessionToken = sessionTokenOf(user),
  }: { present?: readonly number[]; room?: string; sessionToken?: string } = {},
): Promise<HostResult<RoomArrival>> => {
  const host = hostOfTicket(ticket);
  const request = { room, sessionToken, present };
  return gameHostStub(testEnv, host).admitToRoom(
    roomHostCaller(testEnv, host),
    ticket.token,
    ORIGIN,
    request,
  ) as Promise<HostResult<RoomArrival>>;
};

/** Seats a user in a level without a socket. Returns their host and room. */
export async function seatInRoom(
  user: TestUser,
  level: number,
): Promise<{ host: RoomHostObject; room: string; arrival: RoomArrival }> {
  const ticket = await roomTicket(user, level);
  const admitted = await admit(user, ticket);
  if (!admitted.ok) throw new Error(JSON.stringify(admitted));
  return {
    host: new RoomHostObject(hostOfTicket(ticket)),
    room: roomOfTicket(ticket),
    arrival: admitted.value,
  };
}

/** A built-in host's object, called as rooms do. */
export class RoomHostObject {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }

  get object() {
    return gameHostStub(testEnv, this.id);
  }

  get caller() {
    return roomHostCaller(testEnv, this.id);
  }

  async beat(room: string, users: readonly number[]) {
    const result = await this.object.roomBeat(this.caller, room, users);
    if (!result.ok) throw new Error(result.code);
    return result.value.remove;
  }

  async leave(user: number, room: string): Promise<boolean> {
    const result = await this.object.leave(this.caller, user, room);
    if (!result.ok) throw new Error(result.code);
    return result.value.left;
  }

  roomOf = (user: { id: number }): Promise<string | null> => this.object.roomOf(user.id);
  runAlarm = (name: string): Promise<void> => runHostAlarm(this.object, name);

  /** When a named alarm is due, in milliseconds since 1970; null if it isn't scheduled. */
  alarmDue(name: string): Promise<number | null> {
    return runInDurableObject(this.object, (_, { storage }) => alarmsOf(storage)[name] ?? null);
  }

  settle = (): Promise<void> => settleHost(this.object);

  /** Moves seats, or the reports of rooms too, into the past, and restarts the object. */
  async age(ms: number, { room }: { room?: string } = {}): Promise<void> {
    await runInDurableObject(this.object, (_, { storage }) => {
      storage.sql.exec("update seats set since = since - ? where room = coalesce(?, room)", ms, room ?? null);
      storage.sql.exec("update room_beats set at = at - ? where room = coalesce(?, room)", ms, room ?? null);
    });
    await evict(this.object);
  }
}

/** Counts the D1 round trips of everything that runs, objects included. */
export async function countRoundTrips<T>(work: () => Promise<T>): Promise<{ result: T; roundTrips: number }> {
  const spy = vi.spyOn(Database.prototype, "batch");
  try {
    return { result: await work(), roundTrips: spy.mock.calls.length };
  } finally {
    spy.mockRestore();
  }
}
