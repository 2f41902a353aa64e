import type { Connection } from "partyserver";
import type { ErrorCode } from "#domain/errors.ts";
import { ROOM_CLOSE_CODES, type RoomCloseCode } from "#domain/room/close-codes.ts";
import { readUpFrame } from "#domain/room/frames.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { logError } from "../http/log.ts";
import type { RoomArrival } from "../objects/game-host-api.ts";
import { readUnverifiedRoomClaims } from "../play/tokens.ts";
import { type Entrant, Entrants } from "./entrants.ts";
import { Participant } from "./participant.ts";
import type { Relations } from "./relations.ts";
import type { Room } from "./room.ts";
import { type LoadedLevel, loadLevel } from "./room-run.ts";

type RelationsRead = ReturnType<Relations["begin"]>;

/** Codes for the reasons why a host doesn't admit a player. After all others, the page joins again with a new token. */
const CLOSE_CODES: Partial<Record<ErrorCode, RoomCloseCode>> = {
  unauthenticated: ROOM_CLOSE_CODES.sessionEnded,
  token_audience: ROOM_CLOSE_CODES.sessionEnded,
  token_issuer: ROOM_CLOSE_CODES.sessionEnded,
  token_malformed: ROOM_CLOSE_CODES.sessionEnded,
  token_signature: ROOM_CLOSE_CODES.sessionEnded,
  token_unsigned: ROOM_CLOSE_CODES.sessionEnded,
  token_used: ROOM_CLOSE_CODES.sessionEnded,
  banned: ROOM_CLOSE_CODES.banned,
  removed_from_level: ROOM_CLOSE_CODES.removed,
  not_found: ROOM_CLOSE_CODES.levelClosed,
  conflict: ROOM_CLOSE_CODES.playsElsewhere,
};

/** Lets players into a room: from an open socket to their first frame. */
export class Arrivals {
  readonly entrants = new Entrants();
  /** The host that holds the seat of each user who is in the room or was just admitted. */
  readonly seats = new Map<number, number>();
  readonly #env: Env;
  readonly #room: Room;
  readonly #onEnter: (player: Participant, connection: Connection) => void;
  /** The newest entrant of each user whose token is being redeemed. */
  readonly #newest = new Map<number, Entrant>();
  #loading: { revision: number; level: Promise<LoadedLevel> } | null = null;

  constructor(env: Env, room: Room, onEnter: (player: Participant, connection: Connection) => void) {
    this.#env = env;
    this.#room = room;
    this.#onEnter = onEnter;
  }

  /** Reads the first message of a socket: the token. */
  async receive(entrant: Entrant, message: ArrayBuffer | string, now: number): Promise<void> {
    // A page may send pings before the room has let it in.
    if (entrant.isJoining) {
      if (!entrant.credits.take(now)) this.entrants.close(entrant, ROOM_CLOSE_CODES.tooFast);
      return;
    }
    const isTooLong = typeof message !== "string" && message.byteLength > ROOM_LIMITS.messageBytes;
    const frame = typeof message === "string" || isTooLong ? null : readUpFrame(new Uint8Array(message));
    if (frame?.type !== "join") {
      const { tooLarge, invalidFrame } = ROOM_CLOSE_CODES;
      this.entrants.close(entrant, isTooLong ? tooLarge : invalidFrame);
      return;
    }
    const code = await this.#join(entrant, frame.token);
    if (code !== null) this.entrants.close(entrant, code);
    this.entrants.delete(entrant);
    this.releaseSeat(entrant.user);
  }

  /** Redeems a token and lets its player in. Returns the code to close the socket with, or null. */
  async #join(entrant: Entrant, token: string): Promise<RoomCloseCode | null> {
    const room = this.#room;
    const { user, issuer, sessionToken } = entrant;
    const claims = readUnverifiedRoomClaims(token);
    const isHere = claims?.user === user && claims.level === room.id && claims.room === room.instance;
    // The token isn't verified yet, so it must not name a host.
    if (!isHere || claims.host !== entrant.host) return ROOM_CLOSE_CODES.sessionEnded;
    if (!this.#hasRoom(user)) return ROOM_CLOSE_CODES.joinAgain;
    entrant.isJoining = true;
    this.#newest.set(user, entrant);
    const read = room.relations.begin(user);
    let code: RoomCloseCode | null = ROOM_CLOSE_CODES.joinAgain;
    try {
      code = await this.#redeem(entrant, claims.host, token, { issuer, sessionToken }, read);
    } catch (error) {
      // The page gets a new token and tries again.
      logError("player not admitted", { level: room.id, instance: room.instance, user }, error);
    }
    if (code !== null) room.relations.leave(user);
    if (this.#newest.get(user) === entrant) this.#newest.delete(user);
    return code;
  }

  async #redeem(
    entrant: Entrant,
    host: number,
    token: string,
    from: Pick<Entrant, "issuer" | "sessionToken">,
    read: RelationsRead,
  ): Promise<RoomCloseCode | null> {
    const admitted = await this.#room.host.admit(host, token, { ...from, present: read.present });
    if (!admitted.ok) return CLOSE_CODES[admitted.code] ?? ROOM_CLOSE_CODES.joinAgain;
    this.#takeSeat(entrant.user, host);
    const level = await this.#loadLevel(admitted.value.level);
    return this.#enter(entrant, host, admitted.value, level, read);
  }

  /** Whether a user fits in. Their own place doesn't count. */
  #hasRoom(user: number): boolean {
    const others = new Set([...this.#room.players.users(), ...this.#newest.keys()]);
    others.delete(user);
    return others.size < ROOM_LIMITS.players;
  }

  #takeSeat(user: number, host: number): void {
    const before = this.seats.get(user);
    this.seats.set(user, host);
    if (before !== undefined && before !== host) void this.#room.host.leave(before, user);
  }

  /** Releases the seat of a user who isn't in the room and isn't joining it. */
  releaseSeat(user: number): void {
    const host = this.seats.get(user);
    if (host === undefined || this.#newest.has(user) || this.#room.players.get(user)) return;
    this.seats.delete(user);
    void this.#room.host.leave(host, user);
  }

  /** The level in the revision that new players get. */
  async #loadLevel({ id, revision, asset }: RoomArrival["level"]): Promise<LoadedLevel> {
    const open = this.#room.level;
    if (open?.revision === revision) return open;
    this.#loading =
      this.#loading?.revision === revision
        ? this.#loading
        : { revision, level: loadLevel(this.#env, { id, revision, asset }) };
    const loading = this.#loading;
    try {
      return await loading.level;
    } finally {
      if (this.#loading === loading) this.#loading = null;
    }
  }

  #enter(
    entrant: Entrant,
    host: number,
    { user, role, session_id, look, join_privacy, hidden, buddies, ...arrival }: RoomArrival,
    level: LoadedLevel,
    read: RelationsRead,
  ): RoomCloseCode | null {
    const room = this.#room;
    const now = Date.now();
    const { players, relations } = room;
    if (entrant.closed !== null || this.#newest.get(user.id) !== entrant)
      return ROOM_CLOSE_CODES.playsElsewhere;
    if (players.size === 0) room.open(level, now);
    // It plays an older revision until everyone has left.
    else if (room.level?.revision !== level.revision) return ROOM_CLOSE_CODES.joinAgain;
    const old = players.get(user.id);
    if (!old && players.size >= ROOM_LIMITS.players) return ROOM_CLOSE_CODES.joinAgain;
    if (old) this.#replace(old, now);
    relations.join(user.id, read, { role, join_privacy, hidden, buddies });
    room.chat.learn(user.id, { newcomer: arrival.is_newcomer, words: arrival.words });
    const isCreator = arrival.level.creator_id === user.id;
    const player = new Participant(
      old?.slot ?? players.freeSlot(),
      { user, role, session: session_id, host, look, isCreator },
      { socket: entrant.connection, credits: entrant.credits, now },
      room.saved.take(user.id, now),
    );
    this.#onEnter(player, entrant.connection);
    room.enter(player, now);
    return null;
  }

  /** Closes a user's older socket. The new one gets its slot and its run. */
  #replace(old: Participant, now: number): void {
    const { players, relations, watching } = this.#room;
    players.close(old, ROOM_CLOSE_CODES.playsElsewhere, now);
    watching.stop(old.id);
    this.#room.detach(old, now);
    relations.leave(old.id);
  }

  /** Lets a user go who is about to join. */
  letGo(user: number, code: RoomCloseCode, session?: string): void {
    this.entrants.closeUser(user, code, session);
  }
}
