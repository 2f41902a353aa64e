/** A call of a host that was answered. */
export interface Told<Body = Record<string, unknown>> {
  /** "host:idempotency key". */
  call: string;
  status: number;
  body: Body;
}

export interface ToldClear extends Told<{ recorded: boolean; first: boolean; best_ms: number }> {
  user: number;
  level: number;
  ms: number;
}

export interface ToldGrant extends Told<{ coins: number; xp: number }> {
  user: number;
}

/** What hosts and players of a run have been told. */
export class PlayMemory {
  readonly clears: ToldClear[] = [];
  readonly grants: ToldGrant[] = [];
  /** Who came where, by tokens that were taken. */
  readonly stays: { user: number; level: number }[] = [];
  /** Tokens, and how many calls of different names they let in. */
  readonly tokens = new Map<string, number>();
  /** Answers to one call that say different things. */
  readonly contradictions: string[] = [];
  /** Answers that nobody could expect. */
  readonly surprises: string[] = [];
  readonly failures: string[] = [];
  /** Names of every call of a clear or grant that was sent, answered or not. */
  readonly sent = new Set<string>();
  operations = 0;
  doubles = 0;
  cuts = 0;
  retries = 0;
}
