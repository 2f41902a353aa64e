import { waitUntil } from "cloudflare:workers";
import { withTimeLimit } from "#db/time-limit.ts";

/** An object reports at most once in this time, until the board requires a longer pause. */
const FIRST_WAIT_MS = 1_000;
/** Unchanged numbers are sent again after this time, so the board doesn't forget them. */
const REFRESH_MS = 30_000;
const TIME_LIMIT_MS = 5_000;

interface Reports<Numbers> {
  /** Returns the current numbers. */
  read(): Numbers;
  /** Sends them to the board, which returns how long to wait before the next report, in milliseconds. */
  send(version: number, numbers: Numbers): Promise<number>;
}

/** Reports all numbers, so a lost report does no harm; an alarm calls `flush` after failures. */
export class BoardReporter<Numbers> {
  readonly #reports: Reports<Numbers>;
  /** The numbers that the board has, as text; undefined if that isn't known. */
  #sent: string | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;
  #waitMs = FIRST_WAIT_MS;
  #version = 0;
  #isScheduled = false;
  #sending: Promise<void> = Promise.resolve();

  constructor(reports: Reports<Numbers>) {
    this.#reports = reports;
  }

  /** Sends changed numbers soon: at once if the last report was long enough ago. */
  changed(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const delay = Math.max(0, this.#sentAt + this.#waitMs - Date.now());
    setTimeout(() => {
      this.#isScheduled = false;
      waitUntil(this.flush().catch(() => undefined));
    }, delay);
  }

  /** Sends the numbers again if the last report was long ago, even if they are the same. */
  refresh(): void {
    if (Date.now() - this.#sentAt < REFRESH_MS) return;
    this.#sent = undefined;
    this.changed();
  }

  /** Sends changed numbers now. Throws if the board doesn't get them. */
  flush(): Promise<void> {
    // One after the other, so the board gets them in order.
    this.#sending = this.#sending.catch(() => undefined).then(() => this.#send());
    return this.#sending;
  }

  async #send(): Promise<void> {
    const numbers = this.#reports.read();
    const text = JSON.stringify(numbers);
    if (text === this.#sent) return;
    this.#sent = undefined;
    const now = Date.now();
    this.#version = Math.max(now, this.#version + 1);
    this.#sentAt = now;
    this.#waitMs = await withTimeLimit(TIME_LIMIT_MS, this.#reports.send(this.#version, numbers));
    this.#sent = text;
  }
}
