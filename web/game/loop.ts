/** The clock and frames of a browser, replaced in tests. */
export interface TimeSource {
  /** Milliseconds. */
  now(): number;
  requestFrame(callback: () => void): number;
  cancelFrame(id: number): void;
}

export const BROWSER_TIME: TimeSource = {
  now: () => performance.now(),
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (id) => cancelAnimationFrame(id),
};

const TICK_MS = 1000 / 60;
/** Most ticks of one frame. A machine that needs more plays slower than time. */
export const MAX_TICKS = 15;
/** Most ticks of one frame in real time, with the same input. What goes beyond is simulated like hidden time. */
export const REAL_TIME_TICKS = 60;
/** Ticks of a hidden time that one frame simulates: 20 seconds, in a few milliseconds. */
export const SLEPT_TICKS = 1200;
/** Longest hidden time that is simulated: an hour. No run can be longer. */
export const MAX_SLEPT_TICKS = 216_000;

/** Turns elapsed time into whole ticks. Time of a hidden page is owed and simulated later, without input. */
export class TickBudget {
  #rest = 0;
  #owed = 0;

  /** Ticks of hidden time still to be simulated. */
  get owed(): number {
    return this.#owed;
  }

  /** How far the time is between the last tick and the next, 0 to 1. */
  get alpha(): number {
    return this.#rest / TICK_MS;
  }

  set alpha(alpha: number) {
    this.#rest = alpha * TICK_MS;
  }

  sleep(ms: number): void {
    this.#owed = Math.min(MAX_SLEPT_TICKS, this.#owed + Math.max(0, Math.round(ms / TICK_MS)));
  }

  /** The ticks due after some time. Drops what goes beyond the limit of a frame, except in real time. */
  advance(ms: number, isRealTime = false): number {
    this.#rest += Math.max(0, ms);
    // Rounding must not cost a tick: 60 frames of 1000 / 60 ms are 60 ticks.
    const due = Math.floor(this.#rest / TICK_MS + 1e-6);
    this.#rest = Math.max(0, this.#rest - due * TICK_MS);
    if (isRealTime) this.#owed += Math.max(0, due - REAL_TIME_TICKS);
    return Math.min(isRealTime ? REAL_TIME_TICKS : MAX_TICKS, due);
  }

  /** The owed ticks that this frame simulates. */
  takeOwed(): number {
    const taken = Math.min(SLEPT_TICKS, this.#owed);
    this.#owed -= taken;
    return taken;
  }
}

export interface LoopHandlers {
  begin(seconds: number): void;
  tick(): void;
  /** Simulates ticks without input, for time in which the page was hidden. */
  sleep(ticks: number): void;
  /** Draws between the last two ticks. `seconds` have passed since the last frame. */
  draw(alpha: number, seconds: number): void;
}

/** Longest step of anything that is animated by time, in seconds. */
const MAX_SECONDS = 0.25;

/** Runs 60 ticks a second, and draws once per frame of the browser. */
export class GameLoop {
  /** How fast ticks pass: a little more or less than 1 lets them meet another clock. */
  rate = 1;
  /** Loses no ticks on a slow machine, because others play at the same time. */
  isRealTime = false;
  readonly #budget = new TickBudget();
  readonly #handlers: LoopHandlers;
  readonly #time: TimeSource;
  #frame: number | null = null;
  #last = 0;
  #isRunning = false;
  #isHidden = false;

  constructor(handlers: LoopHandlers, time: TimeSource = BROWSER_TIME) {
    this.#handlers = handlers;
    this.#time = time;
  }

  get isCatchingUp(): boolean {
    return this.#budget.owed > 0;
  }

  /** How far the time is between the last tick and the next, 0 to 1. */
  get alpha(): number {
    return this.#budget.alpha;
  }

  set alpha(alpha: number) {
    this.#budget.alpha = alpha;
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#last = this.#time.now();
    if (!this.#isHidden) this.#request();
  }

  stop(): void {
    this.#isRunning = false;
    this.#cancel();
  }

  /** A hidden page draws nothing. What it slept is simulated once it is visible. */
  setHidden(isHidden: boolean): void {
    if (isHidden === this.#isHidden) return;
    this.#isHidden = isHidden;
    if (!this.#isRunning) return;
    if (isHidden) {
      this.#cancel();
      return;
    }
    const now = this.#time.now();
    this.#budget.sleep(now - this.#last);
    this.#last = now;
    this.#request();
  }

  #cancel(): void {
    if (this.#frame !== null) this.#time.cancelFrame(this.#frame);
    this.#frame = null;
  }

  #request(): void {
    this.#frame = this.#time.requestFrame(this.#run);
  }

  readonly #run = (): void => {
    this.#request();
    const now = this.#time.now();
    const ms = now - this.#last;
    this.#last = now;
    const seconds = Math.min(MAX_SECONDS, ms / 1000);
    this.#handlers.begin(seconds);
    if (this.#budget.owed > 0) {
      this.#budget.sleep(ms);
      this.#handlers.sleep(this.#budget.takeOwed());
    } else {
      const due = this.#budget.advance(ms * this.rate, this.isRealTime);
      for (let i = 0; i < due; i++) this.#handlers.tick();
    }
    this.#handlers.draw(this.#budget.alpha, seconds);
  };
}
