import * as fc from "fast-check";
import { encodeInput, type Input, JUMP, RETURN_TO_CHECKPOINT, toCanonicalInput } from "#domain/sim/input.ts";
import {
  canonicalLog,
  countTicks,
  packInputs,
  RUN_LIMITS,
  RunLogError,
  RunRecorder,
  readInputs,
  readStretches,
  runMs,
} from "#domain/sim/run-log.ts";
import { forAll } from "#tests/support/for-all.ts";

const anyInput = fc
  .tuple(fc.nat(255), fc.nat(15), fc.boolean())
  .map(([direction, strength, jump]) => encodeInput(direction, strength, jump));
const anyInputs = fc
  .array(fc.tuple(anyInput, fc.integer({ min: 1, max: 300 })), { maxLength: 40 })
  .map((list) => list.flatMap(([input, ticks]) => new Array<Input>(ticks).fill(input)));

describe("A run's log", () => {
  it("contains exactly the recorded inputs", () => {
    forAll(anyInputs, (inputs) => {
      const log = packInputs(inputs);
      expect([...readInputs(log)]).toEqual(inputs);
      expect(countTicks(log)).toBe(inputs.length);
    });
  });

  it("can be read while the run goes on", () => {
    const recorder = new RunRecorder();
    for (const input of [1 << 8, 1 << 8, JUMP]) recorder.push(input);
    expect([...readInputs(recorder.toBytes())]).toEqual([1 << 8, 1 << 8, JUMP]);
    recorder.push(JUMP);
    expect([...readInputs(recorder.toBytes())]).toEqual([1 << 8, 1 << 8, JUMP, JUMP]);
    expect(recorder.ticks).toBe(4);
  });

  it("takes three bytes per change of input", () => {
    const keys = [encodeInput(0, 15, false), encodeInput(64, 15, true), encodeInput(128, 15, false)];
    expect(packInputs(keys.flatMap((key) => new Array<Input>(100).fill(key)))).toHaveLength(9);
  });

  it("is either read completely or refused, whatever its bytes", () => {
    forAll(1_000, fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        let total = 0;
        for (const { input, ticks } of readStretches(bytes)) {
          expect(input).toBeLessThan(8192);
          expect(ticks).toBeGreaterThan(0);
          total += ticks;
        }
        expect(total).toBeLessThanOrEqual(RUN_LIMITS.ticks);
      } catch (error) {
        expect(error).toBeInstanceOf(RunLogError);
      }
    });
  });

  it.each([
    ["ends in an input", [1]],
    ["ends before its number of ticks", [0, 1]],
    ["has an unknown input", [0, 0x20, 1]],
    ["has an input that lasts no tick", [0, 1, 0]],
    ["has an endless number", [0, 1, 255, 255, 255, 255, 1]],
    ["is longer than an hour", [0, 1, 255, 255, 127]],
  ])("is refused if it %s", (_, bytes) => {
    expect(() => countTicks(Uint8Array.from(bytes))).toThrow(RunLogError);
  });
});

describe("The canonical log", () => {
  it("is the same for the same run, however it was written", () => {
    const written = Uint8Array.from([
      ...[0x00, 0x0f, 5],
      ...[0x00, 0x0f, 5],
      ...[0x33, 0x00, 2],
      ...[0, 0, 9],
    ]);
    const plain = packInputs([
      ...new Array<Input>(10).fill(encodeInput(0, 15, false)),
      ...new Array<Input>(3).fill(0),
    ]);
    expect(canonicalLog(written, 13)).toEqual(plain);
  });

  it("keeps the return to a checkpoint", () => {
    const log = packInputs([RETURN_TO_CHECKPOINT, 0, RETURN_TO_CHECKPOINT | JUMP]);
    expect([...readInputs(canonicalLog(log, 3))]).toEqual([RETURN_TO_CHECKPOINT, 0, RETURN_TO_CHECKPOINT]);
  });

  it("doesn't change when it is made again", () => {
    forAll(anyInputs, fc.nat(500), (inputs, ticks) => {
      const once = canonicalLog(packInputs(inputs), ticks);
      expect(canonicalLog(once, ticks)).toEqual(once);
      expect([...readInputs(once)]).toEqual(inputs.slice(0, ticks).map(toCanonicalInput));
    });
  });
});

it("A run's time is its ticks in milliseconds, rounded", () => {
  expect([runMs(1), runMs(60), runMs(61), runMs(3_600)]).toEqual([17, 1_000, 1_017, 60_000]);
});
