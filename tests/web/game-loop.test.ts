import {
  GameLoop,
  MAX_SLEPT_TICKS,
  MAX_TICKS,
  REAL_TIME_TICKS,
  SLEPT_TICKS,
  TickBudget,
  type TimeSource,
} from "#web/game/loop.ts";

const TICK = 1000 / 60;

/** A clock and frames that a test controls. */
class FakeTime implements TimeSource {
  ms = 1_000;
  #callback: (() => void) | null = null;
  #id = 0;

  now = () => this.ms;

  requestFrame = (callback: () => void) => {
    this.#callback = callback;
    return ++this.#id;
  };

  cancelFrame = (id: number) => {
    if (id === this.#id) this.#callback = null;
  };

  get isWaiting(): boolean {
    return this.#callback !== null;
  }

  frame(ms: number): void {
    this.ms += ms;
    const callback = this.#callback;
    this.#callback = null;
    callback?.();
  }
}

function startLoop() {
  const time = new FakeTime();
  const counts = { ticks: 0, slept: 0, draws: 0, alpha: 0, seconds: 0, begins: 0 };
  const loop = new GameLoop(
    {
      begin: () => void counts.begins++,
      tick: () => void counts.ticks++,
      sleep: (ticks) => {
        counts.slept += ticks;
      },
      draw: (alpha, seconds) => {
        counts.draws++;
        counts.alpha = alpha;
        counts.seconds = seconds;
      },
    },
    time,
  );
  loop.start();
  return { time, counts, loop };
}

describe("the budget of ticks", () => {
  let budget: TickBudget;
  beforeEach(() => {
    budget = new TickBudget();
  });

  test("is 60 a second, at any frame rate", () => {
    for (const rate of [24, 30, 50, 59.94, 60, 75, 90, 120, 144, 165, 240]) {
      const budget = new TickBudget();
      let ticks = 0;
      for (let frame = 0; frame < Math.round(rate * 10); frame++) ticks += budget.advance(1000 / rate);
      expect(Math.abs(ticks - (Math.round(rate * 10) / rate) * 60)).toBeLessThanOrEqual(1);
    }
  });

  test("is exactly one per frame at 60 frames a second", () => {
    for (let frame = 0; frame < 10_000; frame++) expect(budget.advance(TICK)).toBe(1);
  });

  test("drops time beyond 15 ticks", () => {
    expect(budget.advance(10_000)).toBe(MAX_TICKS);
    expect(budget.advance(TICK)).toBe(1);
  });

  test("loses no ticks in real time, and simulates those beyond a second like hidden time", () => {
    expect(budget.advance(TICK * 40, true)).toBe(40);
    expect(budget.advance(TICK * (REAL_TIME_TICKS + 7), true)).toBe(REAL_TIME_TICKS);
    expect(budget.owed).toBe(7);
  });

  test("ignores a clock that goes back, and gives how far the time is between two ticks", () => {
    expect(budget.advance(-500)).toBe(0);
    expect(budget.advance(TICK)).toBe(1);
    budget.advance(TICK * 1.25);
    expect(budget.alpha).toBeCloseTo(0.25);
    budget.advance(TICK * 0.5);
    expect(budget.alpha).toBeCloseTo(0.75);
  });

  test("owes at most an hour of hidden time", () => {
    budget.sleep(10 * 3_600_000);
    expect(budget.owed).toBe(MAX_SLEPT_TICKS);
    let ticks = 0;
    for (let taken = budget.takeOwed(); taken > 0; taken = budget.takeOwed()) ticks += taken;
    expect(ticks).toBe(MAX_SLEPT_TICKS);
  });
});

describe("the loop", () => {
  test("runs ticks and draws once per frame", () => {
    const { time, counts } = startLoop();
    for (let i = 0; i < 60; i++) time.frame(TICK * 2);
    expect(counts).toMatchObject({ ticks: 120, draws: 60, begins: 60, slept: 0 });
    time.frame(TICK / 2);
    expect(counts).toMatchObject({ ticks: 120, draws: 61 });
    expect(counts.alpha).toBeCloseTo(0.5);
    expect(counts.seconds).toBeCloseTo(1 / 120);
  });

  test("draws nothing while the page is hidden, and simulates that time without input afterwards", () => {
    const { time, counts, loop } = startLoop();
    time.frame(TICK);
    loop.setHidden(true);
    expect(time.isWaiting).toBe(false);
    time.ms += 60_000;
    loop.setHidden(false);
    expect(loop.isCatchingUp).toBe(true);
    let frames = 0;
    for (; loop.isCatchingUp; frames++) time.frame(TICK);
    // The time of catching up counts as well.
    expect(counts.slept).toBe(3_600 + frames);
    expect(frames).toBeLessThanOrEqual(Math.ceil(3_600 / SLEPT_TICKS) + 1);
    expect(counts.ticks).toBe(1);
    time.frame(TICK);
    expect(counts.ticks).toBe(2);
  });

  test("counts hidden time from the last frame, not from the event", () => {
    const { time, counts, loop } = startLoop();
    time.ms += TICK * 6;
    loop.setHidden(true);
    time.ms += TICK * 6;
    loop.setHidden(false);
    time.frame(0);
    expect(counts.slept).toBe(12);
  });

  test("starts hidden in a background tab", () => {
    const time = new FakeTime();
    const loop = new GameLoop({ begin() {}, tick() {}, sleep() {}, draw() {} }, time);
    loop.setHidden(true);
    loop.start();
    expect(time.isWaiting).toBe(false);
    loop.setHidden(false);
    expect(time.isWaiting).toBe(true);
  });

  test("does nothing after it was stopped", () => {
    const { time, counts, loop } = startLoop();
    loop.stop();
    expect(time.isWaiting).toBe(false);
    loop.setHidden(true);
    loop.setHidden(false);
    time.frame(TICK);
    expect(counts.draws).toBe(0);
  });

  test("can be stopped by its own tick", () => {
    const time = new FakeTime();
    const loop = new GameLoop({ begin() {}, tick: () => loop.stop(), sleep() {}, draw() {} }, time);
    loop.start();
    time.frame(TICK);
    expect(time.isWaiting).toBe(false);
  });
});
