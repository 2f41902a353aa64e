import type { RoomCloseCode } from "#domain/room/close-codes.ts";
import type { Env } from "../env.ts";
import { LiveObject } from "../live/live-object.ts";
import type { ChatLine } from "./room-chat.ts";

/** What a room has done, for benches and tests. */
export interface RoomStats {
  players: number;
  messagesIn: number;
  messagesOut: number;
  bytesIn: number;
  bytesOut: number;
  /** Simulated ticks of all players. */
  ticks: number;
  frames: number;
  receipts: number;
}

/** An instance of a level: simulates its players and sends everyone where all are (domain/room/ROOM.md). */
export class LevelRoom extends LiveObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, {});
  }

  /** Chooses the instance for a user who joins (rule 3); null if there is none. On instance 0. */
  assign(_request: { user: number; revision: number; buddies: number[]; follow?: number }): number | null {
    return 0;
  }

  /** Another instance's players. On instance 0. */
  reportInstance(_report: { instance: number; revision: number; users: number[] }): void {}

  /** Closes a user's sockets, of one session or all. The caller releases the seat. */
  letGo(_user: number, _code: RoomCloseCode, _session?: string): void {}

  /** A user's blocks or buddies have changed. */
  async relationsChanged(_user: number): Promise<void> {}

  /** The level was deleted, or its visibility changed. */
  async levelChanged(): Promise<void> {}

  /** The lines of a player that a reporter could read. */
  chatLines(_reporter: number, _target: number): ChatLine[] {
    return [];
  }

  stats(): RoomStats {
    return {
      players: 0,
      messagesIn: 0,
      messagesOut: 0,
      bytesIn: 0,
      bytesOut: 0,
      ticks: 0,
      frames: 0,
      receipts: 0,
    };
  }

  protected override async onNamedAlarm(): Promise<void> {}
}
