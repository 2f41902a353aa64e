/** What another company's server is replaced by where there are no keys for it: a small server that speaks its HTTP API. */
export interface StandIn {
  /** Where it answers, without a slash at the end. */
  url: string;
  /** The worker's variables that lead it here. */
  vars: Record<string, string>;
  /** Tells it where the site is, once that is known: what it has to say to the site goes there. */
  site(url: string): void;
  stop(): Promise<void>;
}

export interface StandInOptions {
  /** Where to listen; any free port where it is 0 or taken. */
  port: number;
  /** The folder its memory is kept in, so that it knows the same people after a restart; none means it forgets. */
  state?: string | undefined;
}

/** How far after the browser tests' site its stand-ins listen, so that sites side by side keep out of each other's way. */
export const STAND_INS_AFTER = 1_000;
