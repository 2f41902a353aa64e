import { setTimeout as pause } from "node:timers/promises";
import type { BackupRun, BackupStatus } from "#worker/objects/backup-api.ts";
import { Problem } from "../deploy/problem.ts";
import { localSecrets } from "./secrets.ts";

const POLL_MS = 500;
/** How long the site can be unreachable, for example while it restarts. */
const TIMEOUT_MS = 120_000;
/** The error that a site whose version lacks an endpoint returns to its operator. */
const NO_ENDPOINT = "Not found";

/** A site and the secret of its operator. */
interface OperatedSite {
  url: string;
  secret: string;
  /** Sends a request to the site; `fetch` by default. */
  send?: (
    url: string,
    options: { method: string; headers: Record<string, string>; body?: string },
  ) => Promise<{ ok: boolean; status: number; json(): Promise<unknown> }>;
}

/** A command that failed, or that the site refused. */
export class OperatorError extends Problem {
  override name = "OperatorError";

  constructor(message: string) {
    super(`✗ ${message}`);
  }
}

/** Calls the operator's endpoints of a site (worker/operator). */
export class OperatorClient {
  readonly #site: Required<OperatedSite>;

  constructor(site: OperatedSite) {
    this.#site = { send: fetch, ...site };
  }

  status(): Promise<BackupStatus> {
    return this.#call("GET", "backup");
  }

  /** Backs up the site, with everything up to now. Calls `onProgress` while it runs. */
  async backUp(onProgress?: (run: BackupRun) => void): Promise<BackupRun> {
    // The site joins a request to a backup that it's making already.
    await this.#untilIdle(onProgress);
    const { id } = await this.#call<{ id: string }>("POST", "backup", {});
    return this.finish(id, onProgress);
  }

  /** Restores a backup that's in the site's bucket into its empty database. Goes on with one that was interrupted. */
  async restore(id: string, onProgress?: (run: BackupRun) => void): Promise<BackupRun> {
    await this.#call("POST", "restore", { id });
    return this.finish(id, onProgress);
  }

  /** Makes the site forget what it had read from the database before that was rewound. */
  async forgetBeforeRewind(): Promise<void> {
    let cursor: unknown;
    do
      ({ cursor } = await this.#call<{ cursor: unknown }>("POST", "rewound", {
        ...(cursor ? { cursor } : {}),
      }));
    while (cursor);
  }

  /** Switches read-only mode. */
  async setReadOnly(value: "on" | "off"): Promise<void> {
    await this.#call("POST", "read-only", { value });
  }

  /** Makes a user an admin. Returns the message for the operator. */
  async makeAdmin(username: string): Promise<string> {
    return (await this.#call<{ message: string }>("POST", "make-admin", { username })).message;
  }

  /** Turns off a user's second factor. Returns the message for the operator. */
  async resetTwoFactor(username: string): Promise<string> {
    return (await this.#call<{ message: string }>("POST", "reset-two-factor", { username })).message;
  }

  /** Waits until a backup or a restore has ended. Throws an `OperatorError` if it failed. */
  async finish(id: string, onProgress?: (run: BackupRun) => void): Promise<BackupRun> {
    const { last } = await this.#untilIdle(onProgress);
    if (last?.id !== id) throw new OperatorError(`The site knows nothing of ${id}.`);
    if (last.error) throw new OperatorError(`The ${last.type} ${id} failed: ${last.error}`);
    return last;
  }

  /** Waits while a backup or a restore runs. */
  async #untilIdle(onProgress?: (run: BackupRun) => void): Promise<BackupStatus> {
    for (;;) {
      const status = await this.status();
      if (!status.running) return status;
      onProgress?.(status.running);
      await pause(POLL_MS);
    }
  }

  async #call<Result>(method: string, path: string, input?: object): Promise<Result> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      try {
        const response = await this.#site.send(`${this.#site.url}/api/operator/${path}`, {
          method,
          headers: { Authorization: `Bearer ${this.#site.secret}`, "Content-Type": "application/json" },
          ...(input && { body: JSON.stringify(input) }),
        });
        const body = (await response.json().catch(() => ({}))) as Result & { error?: string };
        if (response.ok) return body;
        if (body.error === NO_ENDPOINT)
          throw new OperatorError("The site's version doesn't have this command. Deploy this version first.");
        // A new secret takes a moment to arrive everywhere.
        const isTemporary =
          [401, 404, 502, 503].includes(response.status) && !body.error?.includes("backups/");
        if (!isTemporary || Date.now() > deadline)
          throw new OperatorError(body.error ?? `The site responded with ${response.status}.`);
      } catch (error) {
        if (error instanceof OperatorError || Date.now() > deadline) throw error;
      }
      await pause(POLL_MS);
    }
  }
}

/** Returns the operator's client of a local site. */
export const localOperator = (url: string, state: string): OperatorClient =>
  new OperatorClient({ url, secret: localSecrets(state).OPERATOR_SECRET });
