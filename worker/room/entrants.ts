import type { Connection } from "partyserver";
import { ROOM_CLOSE_CODES, type RoomCloseCode } from "#domain/room/close-codes.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { closeSocket } from "../live/close-socket.ts";
import { MessageCredits } from "./message-credits.ts";

/** Sockets of a user that can be without a token at once: of a page, and of the one it was before a reload. */
const USER_WAITING = 2;
/** The same, with those whose tokens are being redeemed. */
const USER_SOCKETS = 4;
/** From this many sockets on, they have less time for their token. */
const CROWDED = ROOM_LIMITS.waitingSockets / 2;

/** A socket that isn't in the room yet. */
export interface Entrant {
  connection: Connection;
  /** Of the session in the cookie. */
  user: number;
  /** The secret in the cookie, and its hash. */
  sessionToken: string;
  session: string;
  /** The site's origin, which tokens name. */
  issuer: string;
  /** The built-in host that the site has named with this room. */
  host: number;
  credits: MessageCredits;
  openedAt: number;
  timer: ReturnType<typeof setTimeout>;
  /** Whether its token is being redeemed. */
  isJoining: boolean;
  /** Why it was closed; null while it's open. */
  closed: RoomCloseCode | "left" | null;
}

/** The sockets that wait for their token, or for its result. */
export class Entrants {
  readonly #entrants = new Map<Connection, Entrant>();

  get(connection: Connection): Entrant | undefined {
    return this.#entrants.get(connection);
  }

  open(
    connection: Connection,
    from: Pick<Entrant, "user" | "sessionToken" | "session" | "issuer" | "host">,
    now: number,
  ): void {
    this.#makeRoom(from.user, now);
    const own = this.#list.filter(({ user }) => user === from.user);
    if (this.#entrants.size >= ROOM_LIMITS.waitingSockets || own.length >= USER_SOCKETS) {
      closeSocket(connection, ROOM_CLOSE_CODES.joinAgain);
      return;
    }
    const entrant: Entrant = {
      ...from,
      connection,
      credits: new MessageCredits(now),
      openedAt: now,
      timer: setTimeout(() => this.#expire(entrant), this.#joinMs),
      isJoining: false,
      closed: null,
    };
    this.#entrants.set(connection, entrant);
  }

  get #list(): Entrant[] {
    return [...this.#entrants.values()];
  }

  /** How long a socket can take for its token. Pages send it at once, so in a crowd the others can go. */
  get #joinMs(): number {
    return this.#entrants.size >= CROWDED ? ROOM_LIMITS.crowdedJoinMs : ROOM_LIMITS.joinMs;
  }

  /** Lets the oldest sockets without a token give way: those of this user, those that are late, and at last anyone's. */
  #makeRoom(user: number, now: number): void {
    const waiting = this.#list.filter(({ isJoining }) => !isJoining);
    const own = waiting.filter((one) => one.user === user);
    const late = waiting.filter(({ openedAt }) => now - openedAt >= this.#joinMs);
    const leaving = new Set([...late, ...own.slice(0, Math.max(0, own.length + 1 - USER_WAITING))]);
    const [oldest] = waiting;
    if (oldest && leaving.size === 0 && this.#entrants.size >= ROOM_LIMITS.waitingSockets)
      leaving.add(oldest);
    for (const one of leaving) this.close(one, ROOM_CLOSE_CODES.joinAgain);
  }

  #expire(entrant: Entrant): void {
    if (!entrant.isJoining) this.close(entrant, ROOM_CLOSE_CODES.invalidFrame);
  }

  /** Closes a socket. One whose token is being redeemed stays known until that has ended. */
  close(entrant: Entrant, code: RoomCloseCode): void {
    if (entrant.closed !== null) return;
    entrant.closed = code;
    closeSocket(entrant.connection, code);
    if (!entrant.isJoining) this.delete(entrant);
  }

  /** The socket was closed by its page. */
  leave(entrant: Entrant): void {
    entrant.closed ??= "left";
    if (!entrant.isJoining) this.delete(entrant);
  }

  delete(entrant: Entrant): void {
    clearTimeout(entrant.timer);
    this.#entrants.delete(entrant.connection);
  }

  closeUser(user: number, code: RoomCloseCode, session?: string): void {
    for (const entrant of this.#list)
      if (entrant.user === user && (session === undefined || entrant.session === session))
        this.close(entrant, code);
  }

  /** The entrants whose tokens are being redeemed. */
  joining(): Entrant[] {
    return this.#list.filter(({ isJoining }) => isJoining);
  }
}
