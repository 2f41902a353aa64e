import { CLOSE_CODES } from "../live/frames.ts";

/** Why a room closes a socket (rule 20). Those of the live protocol mean the same here. */
export const ROOM_CLOSE_CODES = {
  ...CLOSE_CODES,
  /** Join again with a new token: the room is full, or it moves. */
  joinAgain: CLOSE_CODES.sessionRenewed,
  /** A malformed frame, or inputs that don't follow each other. */
  invalidFrame: 4400,
  /** The level's creator or staff removed the player. */
  removed: 4406,
  playsElsewhere: 4409,
  /** The level was deleted, or they can't see it anymore. */
  levelClosed: 4410,
} as const;
export type RoomCloseCode = (typeof ROOM_CLOSE_CODES)[keyof typeof ROOM_CLOSE_CODES];
