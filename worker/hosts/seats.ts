import type { RemovalReason } from "#domain/hosts/api.ts";
import { ARRIVAL_GRACE_MS, DEPARTURE_GRACE_MS } from "#domain/hosts/limits.ts";

/** Why a player no longer plays here. */
export type LeaveReason = "left" | "silent" | Exclude<RemovalReason, "not_admitted">;

/** A player's seat on the host. */
export interface Seat {
  user: number;
  level: number;
  state: "playing" | "left";
  /** When they joined or left. Milliseconds since 1970. */
  since: number;
  /** When a released seat is deleted. */
  until: number;
  reason: LeaveReason | null;
  /** When they joined, also after they left: identifies the play session. */
  joinedAt: number;
  /** Whether their hub has been notified. */
  notified: 0 | 1;
  /** The room they play in (`roomName`); null on a server. */
  room: string | null;
  /** Hash of the session that joined the room. */
  session: string | null;
}

export const SEATS_SCHEMA = [
  `create table seats (user integer primary key, level integer not null, state text not null, since integer not null,
    until integer not null, reason text, joined_at integer not null, notified integer not null,
    room text, session text)`,
  "create table waiting (user integer primary key, until integer not null)",
  // When each room last reported its players.
  "create table room_beats (room text primary key, at integer not null) without rowid",
];

/** A host's seats: in memory, written through to storage. */
export class Seats {
  readonly #db: SqlStorage;
  readonly #seats: Map<number, Seat>;
  /** Reserved seats for users with a token, with their expiry. */
  readonly #reservations: Map<number, number>;

  constructor(db: SqlStorage) {
    this.#db = db;
    const rows = db
      .exec(
        "select user, level, state, since, until, reason, joined_at as joinedAt, notified, room, session from seats",
      )
      .toArray() as unknown as Seat[];
    this.#seats = new Map(rows.map((seat) => [seat.user, seat]));
    const reservations = db.exec("select user, until from waiting").toArray() as {
      user: number;
      until: number;
    }[];
    this.#reservations = new Map(reservations.map(({ user, until }) => [user, until]));
  }

  get(user: number): Seat | undefined {
    return this.#seats.get(user);
  }

  /** Reserves a seat until the token expires. */
  reserve(user: number, until: number): void {
    this.#reservations.set(user, until);
    this.#db.exec("insert or replace into waiting (user, until) values (?, ?)", user, until);
  }

  #dropReservation(user: number): void {
    if (this.#reservations.delete(user)) this.#db.exec("delete from waiting where user = ?", user);
  }

  save(seat: Seat): void {
    // A reservation by someone who just left stays valid.
    if (seat.state === "playing") this.#dropReservation(seat.user);
    this.#seats.set(seat.user, seat);
    const { user, level, state, since, until, reason, joinedAt, notified, room, session } = seat;
    this.#db.exec(
      `insert or replace into seats (user, level, state, since, until, reason, joined_at, notified, room, session)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[user, level, state, since, until, reason, joinedAt, notified, room, session],
    );
  }

  playing(): Seat[] {
    return [...this.#seats.values()].filter(({ state }) => state === "playing");
  }

  /** The number of taken and reserved seats, without that user's own. */
  countTaken(now: number, except: number): number {
    const users = new Set(this.playing().map(({ user }) => user));
    for (const [user, until] of this.#reservations)
      if (until > now) users.add(user);
      else this.#dropReservation(user);
    users.delete(except);
    return users.size;
  }

  unnotified(): Seat[] {
    return [...this.#seats.values()].filter(({ notified }) => notified === 0);
  }

  /** Returns the user's seat if they play the level here, or left a moment ago without being removed. */
  findRecent(user: number, level: number, now: number): Seat | undefined {
    const seat = this.#seats.get(user);
    if (seat?.level !== level) return undefined;
    const isPlaying = seat.state === "playing";
    const playedRecently = seat.state === "left" && seat.until > now && seat.reason !== "banned";
    return isPlaying || playedRecently ? seat : undefined;
  }

  /** Releases a seat and keeps the reason for a while. */
  release(seat: Seat, reason: LeaveReason, now: number): void {
    this.save({ ...seat, state: "left", since: now, until: now + DEPARTURE_GRACE_MS, reason, notified: 0 });
  }

  /** Deletes seats that are no longer needed. */
  deleteExpired(now: number): void {
    for (const { user, state, until, notified } of [...this.#seats.values()]) {
      if (state === "playing" || notified === 0 || until > now) continue;
      this.#seats.delete(user);
      this.#db.exec("delete from seats where user = ?", user);
    }
  }
}

/** The differences between a host's player list and its seats. */
export interface SeatChanges {
  /** Seats of players who were cut off with their host and are back. */
  returned: Seat[];
  /** Seats of players who left. */
  left: Seat[];
  /** Players that the host must remove. */
  remove: { user_id: number; reason: RemovalReason }[];
}

/** Compares a host's player list with the seats. The list may be a moment old. */
export function compareSeats(
  seats: Pick<Seats, "get" | "playing">,
  players: readonly { user_id: number; level_id: number }[],
  now: number,
): SeatChanges {
  const listed = new Map(players.map(({ user_id, level_id }) => [user_id, level_id]));
  const diff: SeatChanges = { returned: [], left: [], remove: [] };
  for (const [user, level] of listed) {
    const seat = seats.get(user);
    if (seat?.level === level && compareSeat(seat, diff)) continue;
    const reason = removalReason(seat, now);
    if (reason) diff.remove.push({ user_id: user, reason });
  }
  for (const seat of seats.playing())
    if (!listed.has(seat.user) && now - seat.since >= ARRIVAL_GRACE_MS) diff.left.push(seat);
  return diff;
}

/** Compares a room's players with the seats of that room, which may be a moment older or newer. */
export function compareRoomSeats(
  seats: Pick<Seats, "get" | "playing">,
  room: string,
  users: readonly number[],
  now: number,
): SeatChanges {
  const listed = new Set(users);
  const diff: SeatChanges = { returned: [], left: [], remove: [] };
  for (const user of listed) {
    const seat = seats.get(user);
    if (seat?.room === room && compareSeat(seat, diff)) continue;
    // Another room of the host has their seat.
    const isElsewhere = seat?.state === "playing" && seat.room !== room;
    const reason = isElsewhere ? "joined_elsewhere" : removalReason(seat, now);
    if (reason) diff.remove.push({ user_id: user, reason });
  }
  for (const seat of seats.playing())
    if (seat.room === room && !listed.has(seat.user) && now - seat.since >= ARRIVAL_GRACE_MS)
      diff.left.push(seat);
  return diff;
}

/** Whether a listed player has their seat, or had it until their host was cut off. */
function compareSeat(seat: Seat, { returned }: SeatChanges): boolean {
  if (seat.state === "playing") return true;
  if (seat.reason !== "silent") return false;
  returned.push(seat);
  return true;
}

/** Why a listed player without a seat must be removed; null if they have just joined or left. */
function removalReason(seat: Seat | undefined, now: number): RemovalReason | null {
  const isRecent = seat !== undefined && now - seat.since < ARRIVAL_GRACE_MS;
  const reason = seat?.state === "left" ? seat.reason : null;
  if (reason !== null && reason !== "left" && reason !== "silent") return reason;
  return isRecent ? null : "not_admitted";
}
