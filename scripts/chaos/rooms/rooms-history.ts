import type { Finished } from "#domain/room/frames.ts";

/** How a player learned that a run counts. */
export type Acknowledgment = "room" | "upload";

/** A run that reached the goal, as its player saw it. */
export interface PlayedRun {
  user: number;
  level: number;
  key: string;
  startTick: number;
  ticks: number;
  ms: number;
  deaths: number;
  /** The inputs up to the clear, in their canonical form. */
  log: Uint8Array<ArrayBuffer>;
  /** Faults on the way. */
  faults: Set<RunFault>;
  acknowledged: Acknowledgment | null;
  /** The site's ids of it. More than one is an error. */
  ids: Set<number>;
}

export type RunFault =
  | "cut"
  | "killed"
  | "cut at the goal"
  | "killed at the goal"
  | "forged receipt"
  | "alone";

/** An attack, with what it should lead to and what happened. */
export interface Attack {
  kind: string;
  expected: string;
  result: string;
}

/** Everything that the players of a chaos run did and received. */
export class RoomsHistory {
  readonly runs: PlayedRun[] = [];
  /** Runs that were ended before the goal. */
  abandoned = 0;
  /** `finished` frames for a player's own runs that don't fit to a run. */
  readonly wrongFinishes: string[] = [];
  readonly attacks: Attack[] = [];
  /** Attacks without a result because the site was killed meanwhile. */
  inconclusive = 0;
  readonly surprises: string[] = [];
  readonly failures: string[] = [];
  joins = 0;
  cuts = 0;
  /**
   * Runs that a room took back or didn't: after a cut, after a kill with the receipt of the killed room or without one, and with
   * a forged one.
   */
  readonly cutRuns = { taken: 0, refused: 0 };
  readonly receiptsAfterKills = { taken: 0, refused: 0 };
  readonly withoutReceipt = { taken: 0, refused: 0 };
  readonly forgedReceipts = { taken: 0, refused: 0 };
  uploads = 0;
  doubles = 0;

  /** Records the `finished` frame of a player's own run. */
  finish(run: PlayedRun | undefined, finished: Finished): void {
    if (!run || run.ticks !== finished.ticks) {
      this.wrongFinishes.push(`run ${finished.run}: ${finished.ticks} ticks, should be ${run?.ticks}`);
      return;
    }
    if (!finished.isCounted) return;
    run.ids.add(finished.run);
    run.acknowledged ??= "room";
  }
}
