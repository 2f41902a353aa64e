import type { Verdict } from "#domain/sim/verify-run.ts";
import type { Contradiction } from "../economy/economy-history.ts";
import type { FaultHistory } from "../economy/faulty-connection.ts";

/** A run that a player sent, with what the simulation says about it on the player's side. */
export interface SentRun {
  key: string;
  kind: string;
  user: number;
  level: number;
  log: Uint8Array<ArrayBuffer>;
  startTick: number;
  verdict: Verdict;
  /** The acknowledged id; 0 before. */
  id: number;
}

/** Everything that the players of a chaos run sent and received. */
export class RunsHistory implements FaultHistory {
  readonly sent: SentRun[] = [];
  /** Runs that had to be rejected at once, with the response. */
  readonly rejections: { kind: string; expected: number; status: number; text: string }[] = [];
  readonly surprises: string[] = [];
  readonly contradictions: Contradiction[] = [];
  readonly failures: string[] = [];
  readonly statuses = new Map<number, number>();
  /** Messages that were queued a second time. */
  messages = 0;
  doubles = 0;
  cuts = 0;
  retries = 0;
  /** Times that a player had to wait because too many of their runs were unchecked. */
  waits = 0;

  get operations(): number {
    return this.sent.length + this.rejections.length;
  }

  count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}
