import type { Connection } from "partyserver";
import type { UserCard } from "#domain/api/response.ts";
import type { Role } from "#domain/auth/roles.ts";
import type { RoomPlayer } from "#domain/room/events.ts";
import { newSeen, type Seen } from "#domain/room/seen.ts";
import type { BopiLook } from "#domain/runs/api.ts";
import type { MessageCredits } from "./message-credits.ts";
import type { RoomRun } from "./room-run.ts";

/** Someone who was admitted. */
export interface Admitted {
  user: UserCard;
  role: Role;
  /** Hash of the session that opened the socket. */
  session: string;
  /** The game host that holds their seat. */
  host: number;
  look: BopiLook;
  isCreator: boolean;
}

/** A message that waits for the next frame. */
export interface WaitingMessage {
  message: ArrayBuffer | string;
  /** When it arrived, in milliseconds since 1970 and in ticks of the room's clock. */
  at: number;
  exactTick: number;
}

/** A player in a room. */
export class Participant {
  readonly slot: number;
  readonly admitted: Admitted;
  readonly credits: MessageCredits;
  /** Null while the connection is cut. */
  socket: Connection | null;
  /** When it was cut, in milliseconds since 1970. */
  cutAt = 0;
  /** When the last message arrived. */
  activeAt: number;
  readonly waiting: WaitingMessage[] = [];
  /** Null at the spawn, before the first inputs. */
  run: RoomRun | null = null;
  /** First tick of their newest run: the next one begins later, because it's in a run's key. */
  lastStart: number;
  /** Their page plays on alone, so inputs have no effect until a restart. */
  isAlone = false;
  /** The run that the room saved for them while they were away. */
  saved: RoomRun | null;
  /** The parts of a `resume`; null after the last one. */
  resume: { parts: Uint8Array[]; bytes: number } | null = { parts: [], bytes: 0 };
  isWatching = false;
  /** Clears that the room is still recording. */
  pendingClears = 0;
  /** Slots that are hidden from them; null for none. */
  hiddenSlots: ReadonlySet<number> | null = null;
  /** Where the last frame showed them; null if none has. */
  shown: Seen | null = null;
  /** Where they are now. */
  readonly seen: Seen = newSeen();
  /** A page whose state differs waits for a receipt. */
  needsReceipt = false;
  /** When the last receipt of that kind was made. */
  repairedAt = 0;

  constructor(
    slot: number,
    admitted: Admitted,
    { socket, credits, now }: { socket: Connection; credits: MessageCredits; now: number },
    { run, lastStart }: { run: RoomRun | null; lastStart: number },
  ) {
    this.slot = slot;
    this.admitted = admitted;
    this.socket = socket;
    this.credits = credits;
    this.activeAt = now;
    this.saved = run;
    this.lastStart = lastStart;
  }

  get user(): UserCard {
    return this.admitted.user;
  }

  get id(): number {
    return this.admitted.user.id;
  }
}

/** A player as others get them. */
export function presentPlayer(
  { slot, admitted }: Participant,
  { isBuddy, canWatch }: { isBuddy: boolean; canWatch: boolean },
): RoomPlayer {
  const { user, look, role, isCreator } = admitted;
  const { id, username, url, level, has_gold, gold_username, bopi } = user;
  return {
    slot,
    user: { id, username, url, level, has_gold, gold_username, bopi },
    look,
    is_buddy: isBuddy,
    is_staff: role !== "member",
    is_creator: isCreator,
    can_watch: canWatch,
  };
}
