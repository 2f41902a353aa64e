import { runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { resumeFrames } from "#domain/room/frames.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { type Input, JUMP } from "#domain/sim/input.ts";
import { packInputs } from "#domain/sim/run-log.ts";
import { countRows, testEnv } from "#tests/support/browser.ts";
import { joinRoom, type RoomClient } from "#tests/support/room-client.ts";
import { addRevision, createRunLevel, type RunPlayer, runPlayer, straightRun } from "#tests/support/runs.ts";
import { inputsOf, StoppedClock, sendInputs } from "#tests/support/stopped-clock.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { roomStub } from "#worker/live/stubs.ts";

const NO_RECEIPT = new Uint8Array(0);
const RECEIPT = ROOM_LIMITS.receiptTicks;

let ann: RunPlayer;
let level: number;
let clock: StoppedClock;
let player: RoomClient;
let start: number;
/** A run of about 10 seconds. */
let inputs: Input[];
const maker = await signedInUser();
beforeEach(async () => {
  [ann, level] = [await runPlayer(), await createRunLevel(maker)];
  clock = new StoppedClock();
  player = await joinRoom(ann, level);
  start = player.tick;
  inputs = inputsOf(straightRun({ pause: 460 }));
});
afterEach(() => clock.restore());

/** Plays the first ticks. Returns the newest receipt. */
async function play(ticks: number): Promise<Uint8Array> {
  await sendInputs(player, clock, start, inputs.slice(0, ticks));
  if (ticks < RECEIPT) return NO_RECEIPT;
  return (await player.one("receipt")).bytes;
}

/** Joins again, and shows a receipt and the inputs so far. */
async function resume(user: TestUser, receipt: Uint8Array, shown: readonly Input[], inLevel = level) {
  const client = await joinRoom(user, inLevel);
  for (const frame of resumeFrames(receipt, packInputs(shown))) client.send(frame);
  return { client, ...(await client.one("resumed")) };
}

/** Ends the room's process, as a deploy or a crash does. */
async function deploy(): Promise<void> {
  const abort = runInDurableObject(roomStub(testEnv, level, 0), (_, state) => state.abort("deploy"));
  await abort.catch(() => undefined);
  await player.end();
}

const isLive = async (run: number) => (await countRows("runs", sql`id = ${run} and live = 1`)) === 1;
const expectOneRun = async () => expect(await countRows("runs", sql`user_id = ${ann.id}`)).toBe(1);

/** Plays the rest of a run that goes on. Returns whether it's live. */
async function finish(client: RoomClient, tick: number): Promise<boolean> {
  await sendInputs(client, clock, tick, inputs.slice(tick - start));
  const finished = await client.one("finished");
  expect(finished).toMatchObject({ isCounted: true, ticks: inputs.length });
  await expectOneRun();
  return isLive(finished.run);
}

describe("a run that was cut", () => {
  test("goes on in the room that knows it, even before the first receipt", async () => {
    await play(120);
    player.close(4000);
    clock.advanceTicks(60);
    const { client, ok, tick } = await resume(ann, NO_RECEIPT, inputs.slice(0, 180));
    expect({ ok, tick }).toEqual({ ok: true, tick: start + 180 });
    expect(client.slot).toBe(player.slot);
    expect(await finish(client, tick)).toBe(true);
  });

  test("goes on after a deploy with its receipt", async () => {
    const receipt = await play(360);
    await deploy();
    clock.advanceTicks(60);
    const { client, ok, tick } = await resume(ann, receipt, inputs.slice(0, 400));
    expect({ ok, tick }).toEqual({ ok: true, tick: start + 400 });
    expect(await finish(client, tick)).toBe(true);
  });

  test("is cleared by what came while it was cut", async () => {
    const receipt = await play(RECEIPT + 12);
    await deploy();
    clock.advanceTicks(inputs.length - RECEIPT);
    const { client } = await resume(ann, receipt, inputs);
    expect(await client.one("finished")).toMatchObject({ isCounted: true, ticks: inputs.length });
  });

  test("counts once if it's cleared, lost and cleared again", async () => {
    const receipt = await play(inputs.length);
    const { run } = await player.one("finished");
    await deploy();
    const { client } = await resume(ann, receipt, inputs);
    expect(await client.one("finished")).toMatchObject({ run, isCounted: true });
    await expectOneRun();
  });

  test("isn't live if it was cut for ten seconds", async () => {
    await play(360);
    player.close(4000);
    clock.advanceTicks(620);
    const { client, ok, tick } = await resume(ann, NO_RECEIPT, inputs.slice(0, 380));
    expect(ok).toBe(true);
    expect(await finish(client, tick)).toBe(false);
  });

  test("can't be taken back to an earlier moment", async () => {
    const receipt = await play(360);
    player.close(4000);
    const { tick, ok } = await resume(ann, receipt, inputs.slice(0, 310));
    // The room goes on from its own state.
    expect({ ok, tick }).toEqual({ ok: true, tick: start + 360 });
  });

  test("isn't live with other inputs than the room knows", async () => {
    const receipt = await play(RECEIPT);
    await sendInputs(player, clock, start + RECEIPT, inputs.slice(RECEIPT, 360));
    player.close(4000);
    const others = [...inputs.slice(0, RECEIPT), ...new Array<Input>(60).fill(JUMP)];
    const { client, ok } = await resume(ann, receipt, others);
    expect(ok).toBe(true);
    await sendInputs(client, clock, start + 360, inputs.slice(330));
    const { run } = await client.one("finished");
    expect(await isLive(run)).toBe(false);
  });

  test("doesn't go on once it was ended", async () => {
    const receipt = await play(360);
    player.restart(player.tick);
    player.close(4000);
    expect(await resume(ann, receipt, inputs.slice(0, 360))).toMatchObject({ ok: false });
  });
});

describe("a receipt", () => {
  let receipt: Uint8Array;
  let shown: Input[];
  beforeEach(async () => {
    [receipt, shown] = [await play(360), inputs.slice(0, 360)];
    await deploy();
  });

  test("is rejected if it's forged", async () => {
    // Its tick, its start, its hash of the log, its flags and the bopi's place.
    for (const at of [1, 5, 50, 85, 120]) {
      const forged = receipt.slice();
      forged[at] = (forged[at] ?? 0) ^ 1;
      expect(await resume(ann, forged, shown)).toMatchObject({ ok: false });
    }
    expect(await resume(ann, receipt.slice(0, 60), shown)).toMatchObject({ ok: false });
    expect(await resume(ann, receipt, shown)).toMatchObject({ ok: true });
  });

  test("is rejected with another log, one that ends before it, or more inputs than there was time for", async () => {
    const many = [...shown, ...new Array<Input>(120).fill(0)];
    for (const log of [shown.with(5, JUMP), inputs.slice(0, 200), many])
      expect(await resume(ann, receipt, log)).toMatchObject({ ok: false });
  });

  test("is rejected from another user, in another level, and after a minute", async () => {
    expect(await resume(await runPlayer(), receipt, shown)).toMatchObject({ ok: false });
    expect(await resume(ann, receipt, shown, await createRunLevel(maker))).toMatchObject({ ok: false });
    clock.advanceTicks(ROOM_LIMITS.resumeTicks + 61);
    expect(await resume(ann, receipt, shown)).toMatchObject({ ok: false });
  });

  test("is rejected in another revision", async () => {
    await addRevision(level);
    const { client, ok } = await resume(ann, receipt, shown);
    expect(client.welcome.revision).toBe(2);
    expect(ok).toBe(false);
  });
});
