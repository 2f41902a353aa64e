import type { RemovalReason } from "#domain/hosts/api.ts";
import { AFTERWARDS_MS, ARRIVAL_MS } from "#domain/hosts/limits.ts";

/** Why somebody does not play here any more. */
export type Leaving = "left" | "silent" | Exclude<RemovalReason, "not_admitted">;

/** A player's place on the host. */
export interface Seat {
  user: number;
  level: number;
  state: "playing" | "gone";
  /** When they came, or left. Milliseconds since 1970. */
  since: number;
  /** When one that was left is forgotten. */
  until: number;
  reason: Leaving | null;
  /** When they came, also after they have left: names the stay. */
  came: number;
  /** Their hub knows of it. */
  told: 0 | 1;
}

export const SEATS_SCHEMA = [
  `create table seats (user integer primary key, level integer not null, state text not null, since integer not null,
    until integer not null, reason text, came integer not null, told integer not null)`,
  "create table waiting (user integer primary key, until integer not null)",
];

/** Who sits where on a host: in memory, written through. */
export class Seats {
  readonly #db: SqlStorage;
  readonly #seats: Map<number, Seat>;
  /** Until when seats are kept for those whose tokens are on their way. */
  readonly #waiting: Map<number, number>;

  constructor(db: SqlStorage) {
    this.#db = db;
    const rows = db.exec("select * from seats").toArray() as unknown as Seat[];
    this.#seats = new Map(rows.map((seat) => [seat.user, seat]));
    const waiting = db.exec("select user, until from waiting").toArray() as { user: number; until: number }[];
    this.#waiting = new Map(waiting.map(({ user, until }) => [user, until]));
  }

  get(user: number): Seat | undefined {
    return this.#seats.get(user);
  }

  /** Keeps a seat for somebody's token until it expires. */
  keep(user: number, until: number): void {
    this.#waiting.set(user, until);
    this.#db.exec("insert or replace into waiting (user, until) values (?, ?)", user, until);
  }

  #waitNoMore(user: number): void {
    if (this.#waiting.delete(user)) this.#db.exec("delete from waiting where user = ?", user);
  }

  put(seat: Seat): void {
    // A seat that is kept for somebody who has left a moment ago stays kept.
    if (seat.state === "playing") this.#waitNoMore(seat.user);
    this.#seats.set(seat.user, seat);
    const { user, level, state, since, until, reason, came, told } = seat;
    this.#db.exec(
      "insert or replace into seats (user, level, state, since, until, reason, came, told) values (?, ?, ?, ?, ?, ?, ?, ?)",
      ...[user, level, state, since, until, reason, came, told],
    );
  }

  playing(): Seat[] {
    return [...this.#seats.values()].filter(({ state }) => state === "playing");
  }

  /** How many seats are taken or kept, but for that user's own. */
  taken(now: number, but: number): number {
    const taken = new Set(this.playing().map(({ user }) => user));
    for (const [user, until] of this.#waiting)
      if (until > now) taken.add(user);
      else this.#waitNoMore(user);
    taken.delete(but);
    return taken.size;
  }

  untold(): Seat[] {
    return [...this.#seats.values()].filter(({ told }) => told === 0);
  }

  /** Whether somebody plays the level here, or did a moment ago and was not sent away. */
  vouch(user: number, level: number, now: number): Seat | undefined {
    const seat = this.#seats.get(user);
    if (seat?.level !== level) return undefined;
    const isHere = seat.state === "playing";
    const wasHere = seat.state === "gone" && seat.until > now && seat.reason !== "banned";
    return isHere || wasHere ? seat : undefined;
  }

  /** Frees somebody's seat; it is remembered for a while why. */
  free(seat: Seat, reason: Leaving, now: number): void {
    this.put({ ...seat, state: "gone", since: now, until: now + AFTERWARDS_MS, reason, told: 0 });
  }

  /** Forgets what is of no use any more. */
  forget(now: number): void {
    for (const { user, state, until, told } of [...this.#seats.values()]) {
      if (state === "playing" || told === 0 || until > now) continue;
      this.#seats.delete(user);
      this.#db.exec("delete from seats where user = ?", user);
    }
  }
}

/** What a heartbeat's list means. */
export interface Verdict {
  /** Seats of those who were cut off with their host and are there again. */
  back: Seat[];
  /** Seats of those who are not there any more. */
  gone: Seat[];
  /** Whom the host has to let go. */
  remove: { user_id: number; reason: RemovalReason }[];
}

/** Holds a host's list of its players against who was let in. The list may have been written a moment ago. */
export function compare(
  seats: Pick<Seats, "get" | "playing">,
  players: readonly { user_id: number; level_id: number }[],
  now: number,
): Verdict {
  const listed = new Map(players.map(({ user_id, level_id }) => [user_id, level_id]));
  const verdict: Verdict = { back: [], gone: [], remove: [] };
  for (const [user, level] of listed) {
    const seat = seats.get(user);
    if (seat?.state === "playing" && seat.level === level) continue;
    if (seat?.state === "gone" && seat.level === level && seat.reason === "silent") {
      verdict.back.push(seat);
      continue;
    }
    const isNews = seat !== undefined && now - seat.since < ARRIVAL_MS;
    const reason = seat?.state === "gone" ? seat.reason : null;
    const isSentAway = reason !== null && reason !== "left" && reason !== "silent";
    if (isSentAway) verdict.remove.push({ user_id: user, reason });
    else if (!isNews) verdict.remove.push({ user_id: user, reason: "not_admitted" });
  }
  for (const seat of seats.playing())
    if (!listed.has(seat.user) && now - seat.since >= ARRIVAL_MS) verdict.gone.push(seat);
  return verdict;
}
