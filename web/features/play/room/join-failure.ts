import { ROOM_CLOSE_CODES } from "#domain/room/close-codes.ts";
import { roomText } from "../text/room.ts";

export interface LinkState {
  at: "connecting" | "open" | "reconnecting" | "alone" | "closed";
  code: number | null;
  /** Why there is no room, in the server's words. */
  message: string | null;
}

export const BANNER_MS = 1_000;

export type RoomPageKind =
  | "signedOut"
  | "banned"
  | "removed"
  | "elsewhere"
  | "closed"
  | "dropped"
  | "updated"
  | "otherClient"
  | "cantJoin";

/** The banner about a cut connection, `ms` milliseconds after the state began; null if there is none. */
export function bannerOf({ at, code }: LinkState, ms: number): string | null {
  if (at === "alone") return roomText.alone;
  if (at !== "reconnecting") return null;
  if (code === ROOM_CLOSE_CODES.joinAgain) return roomText.moving;
  return ms >= BANNER_MS ? roomText.reconnecting : null;
}

const PAGES: Readonly<Record<number, RoomPageKind>> = {
  [ROOM_CLOSE_CODES.sessionEnded]: "signedOut",
  [ROOM_CLOSE_CODES.banned]: "banned",
  [ROOM_CLOSE_CODES.removed]: "removed",
  [ROOM_CLOSE_CODES.playsElsewhere]: "elsewhere",
  [ROOM_CLOSE_CODES.levelClosed]: "closed",
  [ROOM_CLOSE_CODES.invalidFrame]: "dropped",
  [ROOM_CLOSE_CODES.tooLarge]: "dropped",
  [ROOM_CLOSE_CODES.tooFast]: "dropped",
};

/** The sentence for a socket that the room closed for good; null if play goes on. */
export const pageOfCode = (code: number | null): RoomPageKind | null =>
  code === null ? null : (PAGES[code] ?? null);

const ERROR_PAGES: Readonly<Record<string, RoomPageKind>> = {
  unauthenticated: "signedOut",
  banned: "banned",
  removed_from_level: "removed",
  other_client: "otherClient",
  updated: "updated",
};

/** A failed join: a full-page sentence, or a notice beside a level that is played alone. */
export type JoinFailure = { page: RoomPageKind; text: string | null } | { notice: string };

/** Returns what follows from a failed request for a ticket. `isFollowing`: the player joins someone, not a level. */
export function joinFailure(code: string, message: string, isFollowing: boolean): JoinFailure {
  const page = ERROR_PAGES[code];
  if (page) return { page, text: page === "removed" || page === "otherClient" ? message : null };
  if (code === "no_host") return { notice: roomText.noRoom };
  if (code === "hosts_full") return { notice: roomText.full };
  return isFollowing ? { page: "cantJoin", text: message } : { notice: roomText.failed(message) };
}
