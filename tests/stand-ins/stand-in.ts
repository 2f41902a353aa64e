/** A small server that simulates another company's HTTP API if there are no keys for the real one. */
export interface StandIn {
  /** Its URL, without a trailing slash. */
  url: string;
  /** The worker's variables for using it. */
  vars: Record<string, string>;
  /** Sets the site's URL for webhooks, once it's known. */
  setSiteUrl(url: string): void;
  stop(): Promise<void>;
}

export interface StandInOptions {
  /** The port; any free port if it's 0 or in use. */
  port: number;
  /** The folder for its state, so it survives a restart. Without one, nothing is stored. */
  state?: string | undefined;
}

/** The offset from the browser tests' port to their stand-ins' ports, so parallel sites don't conflict. */
export const STAND_IN_PORT_OFFSET = 1_000;
