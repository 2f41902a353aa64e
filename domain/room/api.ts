import * as z from "zod/mini";
import { wholeNumber } from "../api/fields.ts";
import { route } from "../api/route.ts";

/** The socket of a room: an instance of a level. Its frames are described in ROOM.md. */
export const ROOM_PATH = "/api/rooms/:level/:instance";
export const roomPath = (level: number, instance: number): string => `/api/rooms/${level}/${instance}`;
/** The query parameter of the pass that the site adds to a room's path (ROOM.md, rule 2). */
export const ROOM_PASS = "pass";
/** The level and instance in a room's path, with or without its pass; null if it isn't one. */
export function parseRoomPath(path: string): { level: number; instance: number } | null {
  const found = /^\/api\/rooms\/([1-9]\d{0,14})\/(\d{1,3})(?:\?pass=[\w.-]+)?$/.exec(path);
  return found ? { level: Number(found[1]), instance: Number(found[2]) } : null;
}

export const removePlayerRoute = route("POST", "/api/levels/{id}/removed-players", {
  summary: "Removes a player from all rooms of a level for an hour. Only for the level's creator and staff.",
  access: "member",
  input: z.object({ user_id: wholeNumber("User id", { min: 1, max: Number.MAX_SAFE_INTEGER }) }),
  output: z.object({ message: z.string() }),
});
