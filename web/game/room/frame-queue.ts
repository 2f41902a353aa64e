/** Limits how often something happens: at most `most` times in each second. */
class SendLimit {
  readonly #times: number[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Milliseconds until it can happen again; 0 for now. */
  wait(now: number): number {
    const oldest = this.#times.length < this.#most ? undefined : this.#times[0];
    return oldest === undefined ? 0 : Math.max(0, oldest + 1000 - now);
  }

  take(now: number): void {
    this.#times.push(now);
    if (this.#times.length > this.#most) this.#times.shift();
  }
}

/** Messages a player sends in a second, at most. The room accepts more (rule 9). */
const MESSAGES = 15;

interface FrameQueueOptions {
  now(): number;
  transmit(frame: Uint8Array<ArrayBuffer>): void;
  /** Whether a frame is due that follows the queued ones. */
  hasDue(): boolean;
  takeDue(): Uint8Array<ArrayBuffer>;
}

/** The frames that wait to be sent, in their order, as far as the limit of messages allows. */
export class FrameQueue {
  readonly #options: FrameQueueOptions;
  readonly #limit = new SendLimit(MESSAGES);
  #frames: Uint8Array<ArrayBuffer>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FrameQueueOptions) {
    this.#options = options;
  }

  add(frame: Uint8Array<ArrayBuffer>): void {
    this.#frames.push(frame);
  }

  /** Counts a frame that is sent past the queue. */
  count(): void {
    this.#limit.take(this.#options.now());
  }

  send(): void {
    const now = this.#options.now();
    while (this.#frames.length > 0 || this.#options.hasDue()) {
      const wait = this.#limit.wait(now);
      if (wait > 0) {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          this.send();
        }, wait);
        return;
      }
      this.#limit.take(now);
      this.#options.transmit(this.#frames.shift() ?? this.#options.takeDue());
    }
  }

  clear(): void {
    this.#frames = [];
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
