import type { PreviewLook } from "#web/scene/look.ts";
import type { Tier } from "./world/tiers.ts";

/** `ready` waits for the first input; in `finished` the bopi still runs around; `lost` waits for the graphics context. */
export type GamePhase = "loading" | "ready" | "running" | "finished" | "watching" | "lost";
export type InputDevice = "keys" | "touch" | "pad";

export type GameEventKind =
  | "jump"
  | "land"
  | "star"
  | "checkpoint"
  | "death"
  | "respawn"
  | "bounce"
  | "boost"
  | "crumble"
  | "splash"
  | "finish";

/** An event to show. The id grows, so equal events differ. */
export interface GameNotice<Kind extends GameEventKind = GameEventKind> {
  id: number;
  kind: Kind;
}

/** The state of a game that is loading. */
export const GAME_START = {
  phase: "loading" as GamePhase,
  /** Ticks of the run so far. The final time once it is finished. */
  ticks: 0,
  starsTotal: 0,
  starsCollected: 0,
  checkpointsTotal: 0,
  /** -1 before the first. */
  checkpoint: -1,
  deaths: 0,
  isDead: false,
  /** A menu is open. The run's clock goes on. */
  paused: false,
  /** The time of a hidden tab is simulated. Input waits until that is done. */
  isCatchingUp: false,
  device: "keys" as InputDevice,
  isPointerLocked: false,
  isFirstPerson: false,
  fps: 0,
  tier: "low" as Tier,
  /** At the last star, checkpoint or end: ticks by which the player is ahead of the raced ghost. */
  ghostGap: null as number | null,
  caption: null as GameNotice | null,
  /** The newest event that deserves a word. */
  notice: null as GameNotice<"star" | "checkpoint" | "death" | "finish"> | null,
  /** For the hints of the first visit. */
  hasMoved: false,
  hasLooked: false,
  hasJumped: false,
};
export type GameState = typeof GAME_START;

export interface GhostRun {
  log: Uint8Array;
  startTick: number;
  physics: number;
  look: PreviewLook;
  name: string;
}

export interface FinishedRun {
  ticks: number;
  ms: number;
  deaths: number;
  startTick: number;
  /** The packed inputs up to the end. */
  log: Uint8Array;
  physics: number;
}

export type ReplaySpeed = 0.5 | 1 | 2;

export interface ReplayState {
  tick: number;
  ticks: number;
  speed: ReplaySpeed;
  playing: boolean;
  freeCamera: boolean;
  /** The input of the shown tick of the first run: see `domain/sim/input.ts`. */
  input: number;
}
