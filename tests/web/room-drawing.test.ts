import fc from "fast-check";
import { EMOTES } from "#domain/room/emotes.ts";
import { SHOWN_DELAY_TICKS } from "#domain/room/limits.ts";
import { poseNumber } from "#domain/room/poses.ts";
import type { Seen } from "#domain/room/seen.ts";
import { physicsFor } from "#domain/sim/index.ts";
import { encodeInput } from "#domain/sim/input.ts";
import { makeCourse, motionAt, ticksEachWay } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import { forAll } from "#tests/support/for-all.ts";
import { simWorld } from "#tests/support/sim-worlds.ts";
import { restJoints } from "#web/game/figure/pose.ts";
import { BlockMotions } from "#web/game/room/block-motions.ts";
import { EmoteMotion } from "#web/game/room/emote-motion.ts";
import { detailFor } from "#web/game/room/game-room.ts";
import { PlayerTrack } from "#web/game/room/other-player.ts";
import { bopiOpacity, nameOpacity } from "#web/game/room/room-tags.ts";
import { ClockSlew, PastClock, receiptRunner, StateHistory } from "#web/game/room/run-sender.ts";

const LIFT = { by: [0, 12, 0] as [number, number, number], seconds: 2 };
const course = makeCourse(
  simWorld([{ size: [40, 2, 40] }, { position: [10, 2, 0], size: [6, 1, 6], motion: LIFT }], {
    spawn: { position: [0, 1, 0] },
  }),
);

const seenAt = (x: number, fields: Partial<Seen> = {}): Seen => ({
  x: x * 32,
  y: 0,
  z: 0,
  block: -1,
  heading: 0,
  pose: 0,
  ...fields,
});

const still = new BlockMotions(course);

describe("The track of another player", () => {
  let track: PlayerTrack;
  beforeEach(() => {
    track = new PlayerTrack();
  });

  test("is between two frames", () => {
    expect(track.read(5, still)).toBe(false);
    track.push(100, seenAt(0), 4);
    track.push(104, seenAt(4, { pose: poseNumber("run"), heading: 64 }), 4);
    expect(track.read(101, still)).toBe(true);
    expect(track).toMatchObject({ x: 1, vx: 60, pose: 0, heading: 0 });
    track.read(104, still);
    expect(track).toMatchObject({ x: 4, vx: 0, pose: poseNumber("run"), heading: Math.PI / 2 });
  });

  test("stays at its first and last places before and after all frames", () => {
    track.push(100, seenAt(2), 4);
    track.push(104, seenAt(3), 4);
    track.read(50, still);
    expect(track.x).toBe(2);
    track.read(500, still);
    expect(track).toMatchObject({ x: 3, vx: 0 });
  });

  test("stands until the frame before a move, because frames don't hold who stands", () => {
    track.push(100, seenAt(0), 4);
    track.push(400, seenAt(1), 4);
    track.read(300, still);
    expect(track).toMatchObject({ x: 0, vx: 0 });
    track.read(398, still);
    expect(track.x).toBeCloseTo(0.5);
  });

  test("doesn't glide to a checkpoint", () => {
    track.push(100, seenAt(0), 4);
    track.push(104, seenAt(80), 4);
    track.read(102, still);
    expect(track).toMatchObject({ x: 0, vx: 0 });
    track.read(104, still);
    expect(track.x).toBe(80);
  });

  test("never leaves the way between its frames, for any frames", () => {
    const moves = fc.array(
      fc.record({ gap: fc.integer({ min: 1, max: 40 }), by: fc.integer({ min: -3, max: 3 }) }),
      {
        minLength: 1,
        maxLength: 60,
      },
    );
    forAll(moves, fc.double({ min: 0, max: 1, noNaN: true }), (steps, share) => {
      const track = new PlayerTrack();
      let [tick, x] = [0, 0];
      const places: number[] = [];
      for (const { gap, by } of steps) {
        tick += gap;
        x += by;
        places.push(x);
        track.push(tick, seenAt(x), 4);
      }
      track.read(tick * share, still);
      expect(track.x).toBeGreaterThanOrEqual(Math.min(...places));
      expect(track.x).toBeLessThanOrEqual(Math.max(...places));
    });
  });

  test("forgets its places when its slot becomes another player's", () => {
    track.push(100, seenAt(50), 4);
    track.clear();
    expect(track.read(101, still)).toBe(false);
    track.push(90, seenAt(1), 4);
    expect(track.read(101, still)).toBe(true);
    expect(track.x).toBe(1);
  });
});

describe("A carried player", () => {
  test("is exactly on the block as it's drawn, at any moment", () => {
    const blocks = new BlockMotions(course);
    const track = new PlayerTrack();
    track.push(100, seenAt(10, { y: 2.5 * 32, block: 1 }), 4);
    track.push(104, seenAt(11, { y: 2.5 * 32, block: 1 }), 4);
    const each = ticksEachWay(LIFT.seconds);
    for (let tick = 100; tick < 400; tick++)
      for (const alpha of [0, 0.3, 1]) {
        blocks.setMoment(tick, alpha);
        track.read(102, blocks);
        const before = motionAt(each, tick - 1);
        const along = before + (motionAt(each, tick) - before) * alpha;
        expect(track.y).toBeCloseTo(2.5 + 12 * along, 10);
        expect(track.x).toBeCloseTo(10.5, 10);
        // The block's motion isn't theirs.
        expect(track.vy).toBeCloseTo(0, 10);
      }
  });

  test("steps on and off without a jump", () => {
    const blocks = new BlockMotions(course);
    blocks.setMoment(30, 1);
    blocks.read(1);
    const lift = blocks.y;
    const track = new PlayerTrack();
    track.push(20, seenAt(9, { y: (2.5 + lift) * 32 }), 4);
    track.push(24, seenAt(10, { y: 2.5 * 32, block: 1 }), 4);
    let last = 9;
    for (let tick = 20; tick <= 24; tick += 0.25) {
      track.read(tick, blocks);
      expect(track.y).toBeCloseTo(2.5 + lift, 1);
      expect(track.x - last).toBeLessThan(0.1);
      last = track.x;
    }
  });

  test("isn't moved by blocks that rest, can't be touched or don't exist", () => {
    const blocks = new BlockMotions(course);
    blocks.setMoment(77, 0.5);
    for (const block of [-1, 0, 2, 9_999]) {
      blocks.read(block);
      expect([blocks.x, blocks.y, blocks.z]).toEqual([0, 0, 0]);
    }
  });
});

describe("The clock of others", () => {
  test("is 150 ms behind the room's", () => {
    const past = new PastClock();
    past.advance(1 / 60, 1_000);
    expect(past.tick).toBe(1_000 - SHOWN_DELAY_TICKS);
  });

  test("never goes back, and follows corrections softly", () => {
    const past = new PastClock();
    let room = 1_000;
    past.advance(1 / 60, room);
    for (let frame = 0; frame < 600; frame++) {
      room += 1;
      const before = past.tick;
      // The estimate of the room's clock jumps now and then.
      past.advance(1 / 60, room + (frame % 120 < 60 ? 4 : -4));
      expect(past.tick).toBeGreaterThan(before);
      expect(past.tick - before).toBeLessThan(1.06);
    }
  });

  test("waits longer when frames take long", () => {
    const past = new PastClock();
    for (let i = 0; i < 200; i++) past.noteFrame(20);
    past.advance(1 / 60, 1_000);
    expect(past.tick).toBeLessThan(1_000 - 20);
  });

  test("jumps after a long pause", () => {
    const past = new PastClock();
    past.advance(1 / 60, 1_000);
    past.advance(1 / 60, 9_000);
    expect(past.tick).toBe(9_000 - SHOWN_DELAY_TICKS);
  });
});

test("The player's clock goes 1 % slower or faster until it fits", () => {
  for (const start of [-20, -3, 3, 20]) {
    const slew = new ClockSlew();
    let error = start;
    let ticks = 0;
    for (; slew.rateFor(error) !== 1; ticks++) {
      const rate = slew.rateFor(error);
      expect(Math.abs(rate - 1)).toBeCloseTo(0.01);
      error -= rate - 1;
    }
    expect(Math.abs(error)).toBeLessThanOrEqual(0.11);
    expect(ticks).toBeLessThanOrEqual(Math.abs(start) * 100);
    // Small differences begin nothing.
    expect(slew.rateFor(0.5)).toBe(1);
  }
});

describe("Names and bopis of others", () => {
  test("names are shown from 2 to 60 units", () => {
    expect(nameOpacity(1)).toBe(0);
    expect(nameOpacity(2)).toBe(0);
    expect(nameOpacity(3)).toBe(1);
    expect(nameOpacity(50)).toBe(1);
    expect(nameOpacity(55)).toBeCloseTo(0.5);
    expect(nameOpacity(60)).toBe(0);
    expect(nameOpacity(600)).toBe(0);
  });

  test("bopis fade near the spawn and near the camera", () => {
    expect(bopiOpacity(20, 20)).toBe(1);
    expect(bopiOpacity(20, 0)).toBeCloseTo(0.3);
    expect(bopiOpacity(1, 20)).toBe(0);
    expect(bopiOpacity(20, 3)).toBeGreaterThan(0.3);
    expect(bopiOpacity(20, 3)).toBeLessThan(1);
  });

  test("the next eleven are drawn with less detail, and the others flat", () => {
    expect(detailFor(0, "high")).toBe("reduced");
    expect(detailFor(10, "medium")).toBe("reduced");
    expect(detailFor(11, "high")).toBe("flat");
    expect(detailFor(49, "medium")).toBe("flat");
    expect(detailFor(0, "low")).toBe("flat");
    expect(detailFor(19, "low")).toBe("flat");
    expect(detailFor(20, "low")).toBeNull();
  });
});

describe("An emote", () => {
  test.each(EMOTES.map((name, index) => [name, index] as const))(
    "%s begins and ends softly, and keeps joints finite",
    (_, index) => {
      for (const isStill of [false, true]) {
        const motion = new EmoteMotion(index, isStill);
        let last = restJoints();
        let frames = 0;
        let fastest = 0;
        for (; frames < 60 * 100; frames++) {
          const joints = restJoints();
          if (!motion.apply(joints, 1 / 60)) break;
          // NaN stays.
          for (const side of ["left", "right"] as const)
            for (const key of ["swing", "spread", "elbow", "ahead", "up"] as const)
              fastest = Math.max(fastest, Math.abs(joints[side][key] - last[side][key]));
          last = joints;
        }
        expect(fastest).toBeLessThan(0.6);
        expect(last.size).toBe(1);
        expect(frames).toBeGreaterThan(120);
        expect(frames).toBeLessThan(60 * 100);
      }
    },
  );

  test("ends early when its bopi moves", () => {
    const motion = new EmoteMotion(EMOTES.indexOf("sit"), false);
    for (let i = 0; i < 60; i++) motion.apply(restJoints(), 1 / 60);
    motion.end();
    let frames = 0;
    while (motion.apply(restJoints(), 1 / 60)) frames++;
    expect(frames).toBeLessThan(90);
  });
});

describe("The player's own states", () => {
  test("are known by their tick, the newest ones", () => {
    const states = new StateHistory();
    for (let tick = 60; tick <= 60 * 40; tick += 60) states.add(tick, tick * 3);
    expect(states.at(60)).toBeNull();
    expect(states.at(2_400)).toBe(7_200);
    expect(states.at(2_401)).toBeNull();
    states.clear();
    expect(states.at(2_400)).toBeNull();
  });

  test("go on from a receipt as if they had never differed", () => {
    const physics = physicsFor(1);
    if (!physics) throw new Error("There is no physics 1.");
    const room = new Runner(course, 500);
    const inputs = Array.from({ length: 400 }, (_, i) => encodeInput((i * 3) & 255, 12, i % 40 < 10));
    for (const input of inputs.slice(0, 250)) room.step(input);
    const saved = new Uint8Array(room.save().buffer);
    const state = new Uint8Array(2 + 7 + saved.length);
    state[0] = 7;
    state.set(saved, 9);
    const runner = receiptRunner(
      { tick: 750, startTick: 500, mac: new Uint8Array(32), state },
      physics,
      course,
    );
    if (!runner) throw new Error("The receipt can't be read.");
    for (const input of inputs.slice(250)) {
      room.step(input);
      runner.step(input);
    }
    expect(physics.hashState(0, runner)).toBe(physics.hashState(0, room));
    expect(
      receiptRunner({ tick: 1, startTick: 0, mac: state, state: state.subarray(0, 8) }, physics, course),
    ).toBeNull();
  });
});
