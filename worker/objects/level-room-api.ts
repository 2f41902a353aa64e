import type { RoomCloseCode } from "#domain/room/close-codes.ts";
import type { AssignRequest } from "../room/instance-list.ts";
import type { RoomCounters } from "../room/room-counters.ts";

/** Set by the route that read the session cookie: the user, the secret in the cookie, the site's origin, and the host in the pass. */
export const ROOM_HEADERS = {
  user: "x-room-user",
  session: "x-room-session",
  origin: "x-room-origin",
  host: "x-room-host",
} as const;

/** Totals of a room, for benches and tests. */
export type RoomStats = RoomCounters & { players: number };

export interface ChatLine {
  user: number;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** An instance of a level. */
export interface LevelRoomApi extends Rpc.DurableObjectBranded {
  /** Chooses the instance for a user who joins (rule 3); null if there is none. On instance 0. */
  assign(request: AssignRequest): number | null;
  /** Stores another instance's players. On instance 0. */
  reportInstance(report: { instance: number; revision: number; users: number[] }): void;
  /** Closes the sockets of users, of one session or host or all. The caller releases the seats. */
  letGo(users: number | readonly number[], code: RoomCloseCode, session?: string, host?: number): void;
  /** A user's blocks, buddies or privacy have changed. */
  relationsChanged(user: number): Promise<void>;
  /** The level was deleted, or its visibility has changed: lets those go who can't see it. */
  levelChanged(): Promise<void>;
  /** The newest lines that a reporter got, if one of them is by the target. */
  chatLines(reporter: number, target: number): ChatLine[];
  stats(): RoomStats;
}
