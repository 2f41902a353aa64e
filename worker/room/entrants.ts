import type { Connection } from "partyserver";
import { ROOM_CLOSE_CODES, type RoomCloseCode } from "#domain/room/close-codes.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { closeSocket } from "../live/close-socket.ts";
import { MessageCredits } from "./message-credits.ts";

/** Sockets of a user that can wait for their token at once: of a page, and of the one it was before a reload. */
const USER_SOCKETS = 4;

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
  credits: MessageCredits;
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
    from: Pick<Entrant, "user" | "sessionToken" | "session" | "issuer">,
    now: number,
  ): void {
    const own = [...this.#entrants.values()].filter(({ user }) => user === from.user);
    if (this.#entrants.size >= ROOM_LIMITS.waitingSockets || own.length >= USER_SOCKETS) {
      closeSocket(connection, ROOM_CLOSE_CODES.joinAgain);
      return;
    }
    const entrant: Entrant = {
      ...from,
      connection,
      credits: new MessageCredits(now),
      timer: setTimeout(() => this.#expire(entrant), ROOM_LIMITS.joinMs),
      isJoining: false,
      closed: null,
    };
    this.#entrants.set(connection, entrant);
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
    for (const entrant of [...this.#entrants.values()])
      if (entrant.user === user && (session === undefined || entrant.session === session))
        this.close(entrant, code);
  }

  /** The entrants whose tokens are being redeemed. */
  joining(): Entrant[] {
    return [...this.#entrants.values()].filter(({ isJoining }) => isJoining);
  }
}
