import type { UserCard } from "../api/response.ts";
import type { BopiLook } from "../runs/api.ts";

/** Another player, as the receiver may see them. Players never hear of someone they have blocked or who blocked them. */
export interface RoomPlayer {
  slot: number;
  user: Pick<UserCard, "id" | "username" | "url" | "level" | "has_gold" | "gold_username" | "bopi">;
  look: BopiLook;
  is_buddy: boolean;
  is_staff: boolean;
  is_creator: boolean;
  /** Their privacy settings let the receiver watch them. */
  can_watch: boolean;
}

/** `come`: after joining, everyone in the room including oneself; later, who joins. Replaces players with the same slot. */
export interface ComeEvent {
  players: RoomPlayer[];
  /** With the first one: what the receiver can do, and which instance of the level it is. */
  room?: { level_id: number; instance: number; can_remove: boolean };
}

export interface LeftEvent {
  slot: number;
}

/** `message`: a line of chat, an emote, or why the receiver's own last frame had no effect. */
export type RoomMessage =
  | { slot: number; text: string }
  | { slot: number; emote: number }
  | { slot: number; watching: boolean }
  | { problem: string };
