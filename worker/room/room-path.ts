import { parseRoomPath, ROOM_PASS, roomPath } from "#domain/room/api.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { constantTimeEqual, sign } from "../http/tokens.ts";

/** An instance of a level, and the built-in host behind it. */
export interface RoomPlace {
  level: number;
  instance: number;
  host: number;
}

const signPlace = (env: Env, { level, instance, host }: RoomPlace): string =>
  sign(env.JOIN_SECRET, `room:${level}:${instance}:${host}`);

/** The path of a room with the pass that proves that the site itself has named it and its host. */
export const signedRoomPath = (env: Env, place: RoomPlace): string =>
  `${roomPath(place.level, place.instance)}?${ROOM_PASS}=${place.host}.${signPlace(env, place)}`;

/**
 * The room in a path with its pass; null if the site hasn't named it. Its object and that of its host must not be called before:
 * anyone could create any number of them.
 */
export function readRoomPath(env: Env, path: string): RoomPlace | null {
  const room = parseRoomPath(path);
  if (!room || room.instance >= ROOM_LIMITS.instances) return null;
  const pass = new URLSearchParams(path.slice(path.indexOf("?"))).get(ROOM_PASS) ?? "";
  const [, host, mac = ""] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(pass) ?? [];
  const place = { ...room, host: Number(host) };
  return host !== undefined && constantTimeEqual(mac, signPlace(env, place)) ? place : null;
}
