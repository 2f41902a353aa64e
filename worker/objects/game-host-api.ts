import type { Cell, Columns, ColumnsAs, Without } from "#db/database.ts";
import type { UserCard } from "#domain/api/response.ts";
import type { InputOf, OutputOf } from "#domain/api/route.ts";
import type { Role } from "#domain/auth/roles.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { clearRoute, grantByLevelRoute, heartbeatRoute, redeemRoute } from "#domain/hosts/api.ts";
import type { RoomCloseCode } from "#domain/room/close-codes.ts";
import type { BopiLook } from "#domain/runs/api.ts";
import type { RunStatus } from "#domain/runs/rules.ts";
import type { InputStatistics } from "#domain/sim/verify-run.ts";
import type { HostResult } from "../hosts/idempotent-calls.ts";
import type { SeatChanges } from "../hosts/seats.ts";
import type { BackedUpObject } from "./backup-api.ts";

/** A host's credentials: the hash of its key, and the idempotency key of the call. */
export interface HostCaller {
  hash: string;
  idempotencyKey: string;
}

/** A level as the room of its player needs it. */
export interface RoomLevel
  extends Columns<"levels", "id" | "title">,
    ColumnsAs<"levels", { creator_id: "user_id" }>,
    Columns<"level_revisions", "asset">,
    Without<Columns<"levels", "visibility">, "deleted"> {
  /** The newest revision and its document. */
  revision: Cell<"levels", "revision">;
  /** The content whose ranks the revision shares. */
  content: Cell<"level_revisions", "content">;
}

/** A player that a room can admit, as stored in the database. */
export interface RoomArrival {
  user: UserCard;
  role: Role;
  /** Hash of the session that opened the socket. */
  session_id: string;
  join_privacy: number;
  look: BopiLook;
  is_newcomer: boolean;
  /** The filtered words (`WordList.read`). */
  words: string | null;
  level: RoomLevel;
  /** Those of the room's players who are blocked by this one, or have blocked them. */
  hidden: number[];
  /** Those of the room's players who are their buddies. */
  buddies: number[];
}

/** A room's request to admit a player. */
export interface RoomRequest {
  /** The room's name, "7:0". */
  room: string;
  /** The secret in the cookie that opened the socket. */
  sessionToken: string;
  /** The users in the room. */
  present: readonly number[];
}

/** A run that a room has simulated up to the clear. */
export interface LiveRun {
  /** `roomRunKey`: the browser sends the same run with the same key if the room can't count it. */
  key: string;
  revision: number;
  physics: number;
  start_tick: number;
  /** Up to the clear. */
  ticks: number;
  ms: number;
  deaths: number;
  /** Half-spaces that the simulation looked at. */
  work: number;
  /** Of the log (`inputStatistics`). */
  statistics: InputStatistics;
  /** Asset of the inputs up to the clear (`storeRunLog`). */
  log: string;
  /** `logHash(log, ticks)`. */
  log_hash: string | null;
  /** Whether the inputs arrived as they were made, so it can be among the first ten. */
  live: boolean;
}

/** The outcome of a run in a room. Times are in milliseconds. */
export interface LiveRunResult extends OutputOf<typeof clearRoute> {
  run_id: number;
  state: RunStatus;
  /** The player's place with this run; null if it isn't their best, beyond the first 1,000, and if it doesn't count. */
  place: number | null;
  is_first: boolean;
  is_best: boolean;
  ms: number;
}

export interface GameHostApi extends BackedUpObject, Rpc.DurableObjectBranded {
  /** Returns why a key is invalid, or null. */
  checkKey(hash: string): Promise<Extract<ErrorCode, "host_key" | "host_disabled"> | null>;
  /** Called when staff changed the host's row. A disabled host is emptied immediately. */
  hostChanged(): Promise<void>;
  /** Reserves a seat for a user who gets a token; fails if the host is offline or full. */
  reserveSeat(user: number, until: number): Promise<HostResult<null>>;
  /** Removes a user who joined before `before`; rooms learn at once, hosts by heartbeat. */
  removePlayer(user: number, reason: "joined_elsewhere" | "banned", before: number): Promise<void>;
  /** A level has a new title; null if it's private now. */
  levelChanged(level: number, title: string | null): Promise<void>;
  /** Closes a user's sockets in their room, of one session (its hash) or all. */
  closeSession(user: number, code: RoomCloseCode, session?: string): Promise<void>;
  /** A user's blocks, buddies or privacy have changed. Throws if their room doesn't learn of it. */
  relationsChanged(user: number): Promise<void>;
  /** The name of the room in which a user plays on this host, or null. */
  roomOf(user: number): string | null;

  // Calls from the game host.

  heartbeat(
    caller: HostCaller,
    input: InputOf<typeof heartbeatRoute>,
  ): Promise<HostResult<OutputOf<typeof heartbeatRoute>>>;
  redeem(
    caller: HostCaller,
    token: string,
    issuer: string,
  ): Promise<HostResult<OutputOf<typeof redeemRoute>>>;
  /** Releases a player's seat, for a room only if it's a seat of this room. */
  leave(caller: HostCaller, user: number, room?: string | null): Promise<HostResult<{ left: boolean }>>;
  clear(
    caller: HostCaller,
    input: InputOf<typeof clearRoute>,
  ): Promise<HostResult<OutputOf<typeof clearRoute>>>;
  grant(
    caller: HostCaller,
    input: InputOf<typeof grantByLevelRoute>,
  ): Promise<HostResult<OutputOf<typeof grantByLevelRoute>>>;

  // Calls from rooms.

  /** Admits a token's player in one D1 round trip, session included. Never retried with the same token. */
  admitToRoom(
    caller: HostCaller,
    token: string,
    issuer: string,
    request: RoomRequest,
  ): Promise<HostResult<RoomArrival>>;
  /** The users in a room, reported every 15 seconds while there are any. Returns those that the room must let go. */
  roomBeat(
    caller: HostCaller,
    room: string,
    users: readonly number[],
  ): Promise<HostResult<Pick<SeatChanges, "remove">>>;
  /** Counts a run that a room has simulated, once per key. A failed call can be repeated. */
  countRun(caller: HostCaller, user: number, level: number, run: LiveRun): Promise<HostResult<LiveRunResult>>;
}
