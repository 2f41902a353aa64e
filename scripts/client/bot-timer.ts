const STEP_MS = 33;

/** One timer for many bots. It runs while there are any. */
export class BotTimer {
  readonly #steps = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;

  add(step: () => void): void {
    this.#steps.add(step);
    this.#timer ??= setInterval(() => {
      for (const one of this.#steps) one();
    }, STEP_MS);
  }

  delete(step: () => void): void {
    this.#steps.delete(step);
    if (this.#steps.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** The bots of this process. */
export const BOT_TIMER = new BotTimer();
