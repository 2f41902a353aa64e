import { createHmac, hkdfSync } from "node:crypto";
import { type Receipt, readReceipt, receiptFrame } from "#domain/room/frames.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import type { LiveState, RoomRun } from "./room-run.ts";

/** A receipt is bound to these, besides its own contents. */
export interface ReceiptScope {
  user: number;
  level: number;
  revision: number;
  physics: number;
  epoch: number;
}

/** A receipt's state: the length of what only the room reads, that part, then the saved runner as 64-bit floats. */
const AT = { digest: 2, boot: 34, instance: 42, flags: 44, smallestDelay: 46, runner: 50 } as const;
const LIVE = 1;
/** Longest state: a runner in the largest course. */
const MAX_STATE_BYTES = 64_000;

/** The contents of a valid receipt. */
export interface ReceivedReceipt extends LiveState {
  tick: number;
  startTick: number;
  instance: number;
  /** Whether this very room made it, since it last started. */
  isOwn: boolean;
  /** SHA-256 of the log up to it. */
  digest: Uint8Array;
  saved: Float64Array<ArrayBuffer>;
}

/** Makes and checks the receipts of a room (rule 14). */
export class Receipts {
  readonly #key: Uint8Array;
  readonly #instance: number;
  readonly #boot = crypto.getRandomValues(new Uint8Array(8));

  constructor(secret: string, instance: number) {
    this.#key = new Uint8Array(hkdfSync("sha256", secret, "", "room receipt", 32));
    this.#instance = instance;
  }

  /** A run's receipt; null if the run is cleared or can't count. */
  make(scope: ReceiptScope, run: RoomRun): Uint8Array<ArrayBuffer> | null {
    const { log, runner, startTick } = run;
    if (!log) return null;
    const saved = runner.save();
    const state = new Uint8Array(AT.runner + saved.byteLength);
    if (state.length > MAX_STATE_BYTES) return null;
    const view = new DataView(state.buffer);
    const { live, smallestDelay } = run.liveState;
    view.setUint16(0, AT.runner - 2, true);
    state.set(log.digest(), AT.digest);
    state.set(this.#boot, AT.boot);
    view.setUint16(AT.instance, this.#instance, true);
    view.setUint16(AT.flags, live ? LIVE : 0, true);
    view.setFloat32(AT.smallestDelay, smallestDelay, true);
    state.set(new Uint8Array(saved.buffer), AT.runner);
    const content = { tick: runner.tick, startTick, state };
    return receiptFrame({ ...content, mac: this.#mac(scope, content) });
  }

  #mac(scope: ReceiptScope, { tick, startTick, state }: Omit<Receipt, "mac">): Buffer {
    const { user, level, revision, physics, epoch } = scope;
    return createHmac("sha256", this.#key)
      .update(`${user}:${level}:${revision}:${physics}:${epoch}:${startTick}:${tick}:`)
      .update(state)
      .digest();
  }

  /** Reads a receipt; null if it's malformed, forged or bound to something else. */
  check(scope: ReceiptScope, bytes: Uint8Array): ReceivedReceipt | null {
    const receipt = readReceipt(bytes);
    if (!receipt) return null;
    const { tick, startTick, mac, state } = receipt;
    if (state.length < AT.runner || (state.length - AT.runner) % 8 !== 0) return null;
    if (!crypto.subtle.timingSafeEqual(mac, this.#mac(scope, receipt))) return null;
    const view = new DataView(state.buffer, state.byteOffset, state.byteLength);
    return {
      tick,
      startTick,
      instance: view.getUint16(AT.instance, true),
      isOwn: this.#boot.every((byte, i) => state[AT.boot + i] === byte),
      digest: state.slice(AT.digest, AT.boot),
      live: (view.getUint16(AT.flags, true) & LIVE) !== 0,
      smallestDelay: view.getFloat32(AT.smallestDelay, true),
      saved: new Float64Array(state.slice(AT.runner).buffer),
    };
  }
}

/** The runner of a receipt; null if it doesn't fit the course. */
export const restoreRunner = (course: Course, { saved, tick }: ReceivedReceipt): Runner | null => {
  const runner = Runner.restore(course, saved);
  return runner?.tick === tick ? runner : null;
};
