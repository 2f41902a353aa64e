/** The response to a host's call. */
export interface HostResponse<Body = Record<string, unknown>> {
  /** "host:idempotency key". */
  call: string;
  status: number;
  body: Body;
}

export interface ReportedClear extends HostResponse<{ recorded: boolean; first: boolean; best_ms: number }> {
  user: number;
  level: number;
  ms: number;
}

export interface ReportedGrant extends HostResponse<{ coins: number; xp: number }> {
  user: number;
}

/** All responses to the hosts and players of a run. */
export class PlayHistory {
  readonly clears: ReportedClear[] = [];
  readonly grants: ReportedGrant[] = [];
  /** Joins by redeemed tokens. */
  readonly joins: { user: number; level: number }[] = [];
  /** How many calls with different keys each token was accepted for. */
  readonly tokens = new Map<string, number>();
  /** Different responses to the same call. */
  readonly contradictions: string[] = [];
  /** Unexpected responses. */
  readonly surprises: string[] = [];
  readonly failures: string[] = [];
  /** Ids of all sent clears and grants, with or without a response. */
  readonly sent = new Set<string>();
  operations = 0;
  doubles = 0;
  cuts = 0;
  retries = 0;
}
