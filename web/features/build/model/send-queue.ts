import { countParts } from "#domain/build/edit.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { ClientMessage, ClientOp, Presence } from "#domain/build/messages.ts";

/** Messages per second and at once, below the limits of the object. */
const RATE = BUILD_LIMITS.messagesPerSecond * 0.8;
const BURST = BUILD_LIMITS.burst * 0.8;
/** The same of changed parts. */
const PARTS_RATE = BUILD_LIMITS.partsPerSecond * 0.8;
const PARTS_BURST = BUILD_LIMITS.partsBurst * 0.8;

const partsOf = (op: ClientOp): number =>
  Math.max(BUILD_LIMITS.partsPerMessage, "undo" in op || "restore" in op ? 0 : countParts(op));

/** Sends operations in order and no faster than the object allows, and presence at most ten times a second. */
export class SendQueue {
  readonly #send: (message: ClientMessage) => boolean;
  readonly #now: () => number;
  #waiting: ClientOp[] = [];
  #presence: Presence | null = null;
  #lastPresence = Number.NEGATIVE_INFINITY;
  #credits = BURST;
  /** Parts that can still be sent. An operation is sent whole, so it can be less than 0. */
  #parts = PARTS_BURST;
  #creditsAt: number;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `send` returns false while there is no connection. */
  constructor(send: (message: ClientMessage) => boolean, now: () => number = () => performance.now()) {
    this.#send = send;
    this.#now = now;
    this.#creditsAt = now();
  }

  push(op: ClientOp): void {
    this.#waiting.push(op);
    this.#flush();
  }

  /** Sends these operations, in place of all that waited: after a connection, with what the object has already taken out. */
  restart(ops: readonly ClientOp[]): void {
    this.#waiting = [...ops];
    this.#flush();
  }

  /** Sends where this page is at work. Newer fields replace older ones. */
  showPresence(presence: Presence): void {
    this.#presence = { ...this.#presence, ...presence };
    this.#flush();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#waiting = [];
    this.#presence = null;
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const now = this.#now();
    this.#credits = Math.min(BURST, this.#credits + ((now - this.#creditsAt) / 1_000) * RATE);
    this.#parts = Math.min(PARTS_BURST, this.#parts + ((now - this.#creditsAt) / 1_000) * PARTS_RATE);
    this.#creditsAt = now;
    while (this.#waiting.length > 0 && this.#credits >= 1 && this.#parts >= 1) {
      const op = this.#waiting[0] as ClientOp;
      if (!this.#send(op)) return;
      this.#waiting.shift();
      this.#credits--;
      this.#parts -= partsOf(op);
    }
    let wait =
      this.#waiting.length > 0
        ? Math.max((1 - this.#credits) / RATE, (1 - this.#parts) / PARTS_RATE) * 1_000
        : Number.POSITIVE_INFINITY;
    if (this.#presence) {
      const due = this.#lastPresence + BUILD_LIMITS.presenceMs - now;
      if (due > 0) wait = Math.min(wait, due);
      else if (this.#waiting.length === 0 && this.#credits >= 1) {
        if (!this.#send({ p: this.#presence })) return;
        this.#presence = null;
        this.#lastPresence = now;
        this.#credits--;
      }
    }
    if (wait === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#flush();
    }, wait);
  }
}
