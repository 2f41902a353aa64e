import { TierMeter } from "#web/game/world/tier-meter.ts";
import type { Tier } from "#web/game/world/tiers.ts";

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
  test("takes the first step after 2 seconds and then at most one in 10 seconds", () => {
    const meter = new TierMeter("high");
    expect(feed(meter, 1.8, 40)).toEqual([]);
    expect(feed(meter, 0.4, 40)).toEqual(["medium"]);
    expect(feed(meter, 9, 40)).toEqual([]);
    expect(feed(meter, 3, 40)).toEqual(["low"]);
    expect(feed(meter, 30, 40)).toEqual([]);
  });

  test("steps down when each frame takes longer than a second", () => {
    expect(feed(new TierMeter("medium"), 12, 1_500)).toEqual(["low"]);
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
    for (let i = 0; i < 2; i++) {
      expect(feed(meter, 12, 10)).toEqual(["high"]);
      expect(feed(meter, 10, 30)).toEqual(["medium"]);
    }
    expect(feed(meter, 60, 10)).toEqual([]);
  });
});
