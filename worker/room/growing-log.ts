import { createHash, type Hash } from "node:crypto";
import { type Input, toCanonicalInput } from "#domain/sim/input.ts";

const FIRST_BYTES = 512;
/** Two for the input, up to three for its ticks. */
const STRETCH_BYTES = 5;

/** The log of a run that goes on: canonical, as `canonicalLog` writes it, with a hash that costs only what's new. */
export class GrowingLog {
  #bytes = new Uint8Array(FIRST_BYTES);
  /** Bytes of the stretches that have ended, and how many of them are in the hash. */
  #length = 0;
  #hashed = 0;
  readonly #hash: Hash = createHash("sha256");
  #input: Input = -1;
  #stretch = 0;
  /** The run's length. */
  ticks = 0;

  get byteLength(): number {
    return this.#length + (this.#stretch > 0 ? STRETCH_BYTES : 0);
  }

  push(input: Input): void {
    this.ticks++;
    const canonical = toCanonicalInput(input);
    if (canonical === this.#input) {
      this.#stretch++;
      return;
    }
    this.#reserve();
    this.#length = this.#writeStretch(this.#bytes, this.#length);
    this.#input = canonical;
    this.#stretch = 1;
  }

  #reserve(): void {
    if (this.#length + STRETCH_BYTES <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * this.#bytes.length);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  /** Writes the stretch that hasn't ended. Returns where it ends. */
  #writeStretch(bytes: Uint8Array, start: number): number {
    if (this.#stretch === 0) return start;
    let at = start;
    bytes[at++] = this.#input & 255;
    bytes[at++] = this.#input >> 8;
    let left = this.#stretch;
    for (; left > 127; left >>>= 7) bytes[at++] = (left & 127) | 128;
    bytes[at++] = left;
    return at;
  }

  /** The log up to now. */
  toBytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#length + STRETCH_BYTES);
    bytes.set(this.#bytes.subarray(0, this.#length));
    return bytes.slice(0, this.#writeStretch(bytes, this.#length));
  }

  /** SHA-256 of the log up to now. */
  digest(): Uint8Array {
    this.#hash.update(this.#bytes.subarray(this.#hashed, this.#length));
    this.#hashed = this.#length;
    const last = new Uint8Array(STRETCH_BYTES);
    return this.#hash
      .copy()
      .update(last.subarray(0, this.#writeStretch(last, 0)))
      .digest();
  }
}
