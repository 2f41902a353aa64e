/** Real timers, also while a test has stopped the clock. */
const { setTimeout: after } = globalThis;
const now = performance.now.bind(performance);

/** Only ends a test that would fail anyway. */
const LIMIT_MS = Number(process.env.UI_WAIT_MS ?? 20_000);
const FIRST_PAUSE_MS = 4;
const MAX_PAUSE_MS = 60;

const pass = (ms: number): Promise<void> => new Promise((resolve) => after(resolve, ms));

/** Lets the page do what it has scheduled, and what that schedules in turn. Counts turns, because time depends on the machine. */
export async function settle(turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await pass(0);
}

/** Repeats until `attempt` returns something other than undefined; then throws what `explain` says. */
export async function waitFor<T>(attempt: () => T | undefined, explain: () => string): Promise<T> {
  const until = now() + LIMIT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(1.5 * pause, MAX_PAUSE_MS)) {
    const result = attempt();
    if (result !== undefined) return result;
    if (now() > until) throw new Error(explain());
    await pass(pause);
  }
}
