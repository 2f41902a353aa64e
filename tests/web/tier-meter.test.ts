import { describe, expect, test } from "vitest";
import { type Tier, TierMeter } from "#web/game/world/tiers.ts";

/** Feeds equal frames for a number of seconds. Returns the changes. */
function feed(meter: TierMeter, seconds: number, ms: number): Tier[] {
  const changes: Tier[] = [];
  for (let time = 0; time < seconds * 1000; time += ms) {
    const tier = meter.addFrame(ms);
    if (tier) changes.push(tier);
  }
  return changes;
}

describe("the tier meter", () => {
  test("takes at most one step in 10 seconds", () => {
    const meter = new TierMeter("high");
    expect(feed(meter, 9, 40)).toEqual([]);
    expect(feed(meter, 3, 40)).toEqual(["medium"]);
    expect(feed(meter, 7, 40)).toEqual([]);
    expect(feed(meter, 3, 40)).toEqual(["low"]);
    expect(feed(meter, 30, 40)).toEqual([]);
  });

  test("goes up on a fast device and stays at the top", () => {
    const meter = new TierMeter("low");
    expect(feed(meter, 60, 16.6)).toEqual(["medium", "high"]);
    expect(meter.tier).toBe("high");
  });

  test("keeps its tier at a speed between fast and slow", () => {
    expect(feed(new TierMeter("medium"), 60, 20)).toEqual([]);
  });

  test("ignores single long frames and hidden tabs", () => {
    const meter = new TierMeter("medium");
    for (let i = 0; i < 40; i++) {
      expect(meter.addFrame(5_000)).toBeNull();
      expect(meter.addFrame(200)).toBeNull();
      expect(feed(meter, 2, 19)).toEqual([]);
    }
  });

  test("stops trying a tier that was too slow twice", () => {
    const meter = new TierMeter("medium");
    const changes: Tier[] = [];
    for (let i = 0; i < 6; i++) {
      changes.push(...feed(meter, 12, 10));
      if (meter.tier === "high") changes.push(...feed(meter, 12, 30));
    }
    expect(changes).toEqual(["high", "medium", "high", "medium"]);
  });

  test("reads no clock: the same frames give the same steps", () => {
    const run = () => feed(new TierMeter("high"), 100, 23.5);
    expect(run()).toEqual(run());
  });
});
