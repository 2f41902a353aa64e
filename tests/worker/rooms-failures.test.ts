import { Runner } from "#domain/sim/v1/runner.ts";
import { runPlaySql } from "#tests/support/browser.ts";
import { joinRoom, type RoomClient } from "#tests/support/room-client.ts";
import { createRunLevel, type RunPlayer, runPlayer, runWorld, straightRun } from "#tests/support/runs.ts";
import { inputsOf, StoppedClock, sendInputs } from "#tests/support/stopped-clock.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { failure } from "#worker/hosts/idempotent-calls.ts";
import { GameHost } from "#worker/objects/game-host.ts";

let ann: RunPlayer;
let clock: StoppedClock;
let player: RoomClient;
let other: RoomClient;
const maker = await signedInUser();
beforeEach(async () => {
  const level = await createRunLevel(maker);
  [ann, clock] = [await runPlayer(), new StoppedClock()];
  [player, other] = [await joinRoom(ann, level), await joinRoom(await signedInUser(), level)];
});
const countRun = vi.spyOn(GameHost.prototype, "countRun");
afterEach(() => {
  clock.restore();
  countRun.mockReset();
});

const clear = () => sendInputs(player, clock, player.tick, inputsOf(straightRun()));

describe("a clear", () => {
  test("counts once if the host failed at first", async () => {
    countRun.mockRejectedValueOnce(new Error("down"));
    await clear();
    expect(await other.one("finished")).toMatchObject({ slot: player.slot, isCounted: true });
    expect(countRun).toHaveBeenCalledTimes(2);
    expect(expectWorkerErrors().join()).toContain("clear not recorded");
    expect(await runPlaySql`select count(*) as n from runs where user_id = ${ann.id}`).toEqual([{ n: 1 }]);
  });

  test("that can't be counted is left to the page, and no one else learns of it", async () => {
    countRun.mockResolvedValue(failure("not_playing"));
    await clear();
    expect(await player.one("finished")).toMatchObject({ run: 0, isCounted: false, place: null });
    await player.until(() => player.problems.length > 0);
    await other.settled();
    expect(other.all("finished")).toEqual([]);
    expectWorkerErrors();
  });
});

describe("a run that the room can't follow", () => {
  test("ends only this player's connection if it throws", async () => {
    const step = vi.spyOn(Runner.prototype, "step").mockImplementationOnce(() => {
      throw new Error("a bug");
    });
    onTestFinished(() => step.mockRestore());
    player.inputs(player.tick, [0, 0]);
    expect(await player.end()).toBe(4400);
    expect(expectWorkerErrors().join()).toContain("a bug");
    other.inputs(other.tick, [0, 0]);
    await other.settled();
    expect(other.closed).toBe(null);
  });

  test("goes on alone if it fell too far behind, until the next restart", async () => {
    const start = player.tick;
    player.inputs(start, [0, 0]);
    clock.advanceTicks(3_700);
    // Its page shows it asleep long before.
    player.inputs(start + 2, [0, 0]);
    expect(await player.one("resumed")).toMatchObject({ ok: false });
    player.inputs(start + 4, [0, 0]);
    await player.settled();
    expect(player.closed).toBe(null);
    player.restart(player.tick);
    await clear();
    expect(await player.one("finished")).toMatchObject({ isCounted: true });
  });

  test("goes on alone if it costs too much work", async () => {
    const pile = Array.from({ length: 900 }, () => ({
      shape: "sphere" as const,
      position: [0, 2, 12] as [number, number, number],
      size: [16, 16, 16] as [number, number, number],
      rotation: [10, 20, 30] as [number, number, number],
      color: "6cc551",
    }));
    const level = await createRunLevel(maker, runWorld({ blocks: [...runWorld().blocks, ...pile] }));
    const runner = await joinRoom(ann, level);
    await sendInputs(runner, clock, runner.tick, inputsOf(straightRun()));
    expect(await runner.one("resumed")).toMatchObject({ ok: false });
    expect(runner.all("finished")).toEqual([]);
  });
});

describe("a player's pose", () => {
  test("is asleep ten seconds after the last inputs, and awake after catching up", async () => {
    const start = player.tick;
    player.inputs(start, new Array(12).fill(0));
    await player.settled();
    clock.advanceTicks(620);
    await other.until(() => other.placeOf(player.slot)?.pose === 7);
    player.inputs(start + 12, new Array(600).fill(0));
    await other.until(() => other.placeOf(player.slot)?.pose === 0);
  });
});
