import fc from "fast-check";
import { FrameReader } from "#domain/room/frame-reader.ts";
import { FrameWriter, joinFrames } from "#domain/room/frame-writer.ts";
import {
  chatFrame,
  desyncFrame,
  emoteFrame,
  finishedFrame,
  inputsFrame,
  joinFrame,
  joinResume,
  jsonFrame,
  pingFrame,
  pongFrame,
  readDownFrame,
  readReceipt,
  readUpFrame,
  receiptFrame,
  restartFrame,
  resumedFrame,
  resumeFrames,
  stateFrame,
  watchFrame,
  welcomeFrame,
} from "#domain/room/frames.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import type { Seen } from "#domain/room/seen.ts";
import { INPUT_MASK } from "#domain/sim/input.ts";
import { forAll } from "#tests/support/for-all.ts";

const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const input = fc.integer({ min: 0, max: INPUT_MASK });
const slot = fc.integer({ min: 0, max: ROOM_LIMITS.slots - 1 });
const place = fc.integer({ min: -(2 ** 23), max: 2 ** 23 - 1 });
const seen: fc.Arbitrary<Seen> = fc.record({
  x: place,
  y: place,
  z: place,
  block: fc.integer({ min: -1, max: 20_000 }),
  heading: fc.integer({ min: 0, max: 255 }),
  pose: fc.integer({ min: 0, max: 9 }),
});
/** Steps near each other, as players move, and jumps. */
const steps = fc.array(
  fc.oneof(seen, fc.record({ dx: fc.integer({ min: -140, max: 140 }), turn: fc.boolean() })),
  { minLength: 1, maxLength: 12 },
);

describe("A player's frame", () => {
  it("keeps its inputs, in 8 bytes for a player who does nothing", () => {
    forAll(u32, fc.array(input, { minLength: 1, maxLength: 700 }), (tick, inputs) => {
      const frame = readUpFrame(inputsFrame(tick, inputs));
      if (frame?.type !== "inputs") throw new Error("The frame isn't one of inputs.");
      expect(frame.tick).toBe(tick);
      expect(frame.stretches.flatMap(({ input, ticks }) => new Array(ticks).fill(input))).toEqual(inputs);
    });
    expect(inputsFrame(5, [0, 0, 0, 0])).toHaveLength(8);
  });

  it("keeps its text, numbers and slots", () => {
    expect(readUpFrame(joinFrame("a.b.c"))).toEqual({ type: "join", token: "a.b.c" });
    expect(readUpFrame(chatFrame("Hi 👋"))).toEqual({ type: "chat", text: "Hi 👋" });
    expect(readUpFrame(emoteFrame(7))).toEqual({ type: "emote", emote: 7 });
    expect(readUpFrame(pingFrame(4_000_000_000))).toEqual({ type: "ping", time: 4_000_000_000 });
    expect(readUpFrame(restartFrame(9))).toEqual({ type: "restart", tick: 9 });
    expect(readUpFrame(desyncFrame(60))).toEqual({ type: "desync", tick: 60 });
    expect(readUpFrame(watchFrame(3))).toEqual({ type: "watch", slot: 3 });
    expect(readUpFrame(watchFrame(null))).toEqual({ type: "watch", slot: null });
  });

  it("carries a receipt and a long log in parts", () => {
    forAll(30, fc.uint8Array({ maxLength: 500 }), fc.integer({ min: 0, max: 100_000 }), (receipt, length) => {
      const log = Uint8Array.from({ length }, (_, i) => i * 7);
      const parts = resumeFrames(receipt, log).map((frame) => {
        expect(frame.length).toBeLessThanOrEqual(ROOM_LIMITS.messageBytes);
        const part = readUpFrame(frame);
        if (part?.type !== "resume") throw new Error("The frame isn't a part of a resume.");
        return part;
      });
      expect(parts.map(({ isLast }) => isLast)).toEqual(parts.map((_, i) => i === parts.length - 1));
      const joined = joinResume(parts.map(({ part }) => part));
      expect(joined?.receipt).toEqual(receipt);
      expect(Buffer.compare(Buffer.from(joined?.log ?? []), Buffer.from(log))).toBe(0);
    });
  });

  it.each([
    ["nothing", []],
    ["an unknown type", [99, 1]],
    ["a token without text", [0]],
    ["inputs without a stretch", [1, 0, 0, 0, 0]],
    ["half a stretch", [1, 0, 0, 0, 0, 1, 0]],
    ["a stretch of no ticks", [1, 0, 0, 0, 0, 0, 0, 0]],
    ["an input with unknown bits", [1, 0, 0, 0, 0, 1, 0, 0x20]],
    ["a short ping", [2, 0, 0, 0]],
    ["a long ping", [2, 0, 0, 0, 0, 0]],
    ["text that isn't UTF-8", [3, 0xff]],
    ["an unknown emote", [4, 8]],
    ["a part of a log without bytes", [6, 1]],
    ["a part of a log with unknown flags", [6, 2, 0]],
    ["a slot that doesn't exist", [7, 64]],
  ])("is malformed with %s", (_, bytes) => expect(readUpFrame(Uint8Array.from(bytes))).toBeNull());

  it("is read or malformed, whatever its bytes are, and malformed with a receipt that is longer than itself", () => {
    forAll(fc.uint8Array({ maxLength: 64 }), (bytes) => void readUpFrame(bytes));
    expect(joinResume([Uint8Array.from([9, 0, 1])])).toBeNull();
    expect(joinResume([Uint8Array.from([9])])).toBeNull();
  });
});

describe("A room's frame", () => {
  it("keeps its numbers", () => {
    const welcome = { slot: 3, tick: 5, epoch: 690, physics: 1, rate: 15, revision: 8 };
    expect(welcomeFrame(welcome)).toHaveLength(18);
    expect(readDownFrame(welcomeFrame(welcome))).toEqual({ type: "welcome", ...welcome });
    expect(readDownFrame(pongFrame(7, 8))).toEqual({ type: "pong", time: 7, tick: 8 });
    const finished = {
      slot: 1,
      ticks: 600,
      place: 3,
      run: 99,
      isCounted: true,
      isFirst: false,
      isBest: true,
    };
    expect(finishedFrame(finished)).toHaveLength(14);
    expect(readDownFrame(finishedFrame(finished))).toEqual({ type: "finished", ...finished });
    expect(readDownFrame(finishedFrame({ ...finished, place: null }))).toMatchObject({ place: null });
    expect(stateFrame(60, 2 ** 32 - 1)).toHaveLength(9);
    expect(readDownFrame(stateFrame(60, 2 ** 32 - 1))).toEqual({
      type: "state",
      tick: 60,
      hash: 2 ** 32 - 1,
    });
    expect(readDownFrame(resumedFrame(true, 70))).toEqual({ type: "resumed", ok: true, tick: 70 });
    expect(readDownFrame(jsonFrame("left", { slot: 2 }))).toEqual({ type: "left", text: '{"slot":2}' });
    expect(readDownFrame(Uint8Array.from([200, 1]))).toBeNull();
  });

  it("keeps a receipt", () => {
    const receipt = {
      tick: 300,
      startTick: 20,
      mac: new Uint8Array(32).fill(7),
      state: Uint8Array.from([1, 2]),
    };
    const frame = receiptFrame(receipt);
    expect(frame).toHaveLength(43);
    expect(readReceipt(frame)).toEqual(receipt);
    expect(readReceipt(frame.slice(0, 40))).toBeNull();
  });
});

describe("Frames with places", () => {
  it("lead to the places that were written, also for those who join later", () => {
    forAll(fc.array(steps, { minLength: 1, maxLength: 5 }), slot, (players, joinedAt) => {
      const writer = new FrameWriter();
      const early = new FrameReader();
      const late = new FrameReader();
      const last: (Seen | null)[] = players.map(() => null);
      const rounds = Math.max(...players.map((player) => player.length));
      for (let round = 0; round < rounds; round++) {
        if (round === joinedAt % rounds) {
          writer.begin(round);
          for (const [i, seen] of last.entries()) if (seen) writer.put(i, null, seen);
          late.read(writer.end());
        }
        writer.begin(round);
        for (const [i, player] of players.entries()) {
          const step = player[round];
          const before = last[i] ?? null;
          if (!step) continue;
          const now = "x" in step ? step : moved(before, step);
          writer.put(i, before, now);
          last[i] = { ...now };
        }
        if (writer.isEmpty) continue;
        const frame = writer.end();
        expect(early.read(frame).tick).toBe(round);
        if (round >= joinedAt % rounds) late.read(frame);
      }
      for (const [i, seen] of last.entries()) {
        expect(early.seen.get(i)).toEqual(seen ?? undefined);
        expect(late.seen.get(i)).toEqual(seen ?? undefined);
      }
    });
  });

  it("say nothing of players who haven't moved", () => {
    const writer = new FrameWriter();
    writer.begin(1);
    writer.put(0, AT, { ...AT });
    expect(writer.isEmpty).toBe(true);
  });

  it.each([
    ["walks on a level", { x: 10 }, 4],
    ["also turns", { x: 10, heading: 9 }, 5],
    ["jumps", { x: 10, y: 3 }, 5],
    ["only turns", { heading: 9 }, 3],
    ["only has another pose", { pose: 2 }, 3],
    ["is far away", { x: 10_000 }, 11],
    ["stands on a moving block now", { block: 3 }, 13],
  ])("take few bytes for a player who %s", (_, change, bytes) => {
    const writer = new FrameWriter();
    writer.begin(1);
    writer.put(0, AT, { ...AT, ...change });
    expect(writer.end()).toHaveLength(5 + bytes);
  });

  it("never hold a hidden player's bytes", () => {
    const writer = new FrameWriter();
    writer.begin(4);
    for (let i = 0; i < 4; i++) writer.put(i, i % 2 ? null : AT, { ...AT, x: 50 + i });
    const reader = new FrameReader();
    const frame = writer.endWithout(new Set([1, 2]));
    if (!frame) throw new Error("The frame is empty.");
    expect(reader.read(frame).changed).toEqual([0, 3]);
    expect(writer.endWithout(new Set([0, 1, 2, 3]))).toBeNull();
  });

  it("carry states and a receipt behind the players", () => {
    const writer = new FrameWriter();
    writer.begin(4);
    writer.put(2, null, AT);
    const receipt = receiptFrame({
      tick: 3,
      startTick: 1,
      mac: new Uint8Array(32),
      state: new Uint8Array(9),
    });
    const message = joinFrames(writer.end(), [stateFrame(60, 1), stateFrame(120, 2), receipt]);
    const { changed, others } = new FrameReader().read(message);
    expect(changed).toEqual([2]);
    expect(others.map((frame) => readDownFrame(frame))).toEqual([
      { type: "state", tick: 60, hash: 1 },
      { type: "state", tick: 120, hash: 2 },
      { type: "receipt", tick: 3, startTick: 1, bytes: receipt },
    ]);
  });
});

const AT: Seen = { x: 0, y: 0, z: 0, block: -1, heading: 0, pose: 0 };
const moved = (before: Seen | null, { dx, turn }: { dx: number; turn: boolean }): Seen => {
  const base = before ?? AT;
  const x = Math.max(-(2 ** 23), Math.min(2 ** 23 - 1, base.x + dx));
  return { ...base, x, heading: turn ? (base.heading + 1) % 256 : base.heading };
};
