import { ROOM_LIMITS } from "#domain/room/limits.ts";
import type { Input } from "#domain/sim/input.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import { wander } from "../../host/moves.ts";
import type { RoomLevel } from "../../host/room-level.ts";
import { seededRandom } from "../../seed/content/random.ts";
import { startProgram } from "../baseline.ts";
import { cpuOf, withProcess } from "../chat/processes.ts";
import { bundle } from "../render/bundle.ts";

const TICKS = 1_800;
const REPEATS = { small: 4, full: 10 };

/** Milliseconds of CPU time per simulated tick of a player in workerd, if all of a full room's are simulated in turn. */
export async function measurePhysics({ world, course }: RoomLevel, small: boolean): Promise<number> {
  const source = await bundle("tests/bench/sim/slices.ts", "es");
  const { url, pid, stop } = await withProcess(() => startProgram("slices", source));
  try {
    const players = Array.from({ length: ROOM_LIMITS.players }, (_, i) => {
      const runner = new Runner(course, i * 7);
      const inputs: Input[] = [];
      for (const input of { [Symbol.iterator]: () => wander(seededRandom(i), 0)(runner) }) {
        runner.step(input);
        if (inputs.push(input) === TICKS) break;
      }
      return { startTick: i * 7, inputs };
    });
    const body = JSON.stringify({ world, players, slice: ROOM_LIMITS.inputTicks });
    const simulate = async () => (await (await fetch(url, { method: "POST", body })).json()) as number;
    await simulate();
    await simulate();
    const before = cpuOf(pid);
    let ticks = 0;
    for (let i = 0; i < (small ? REPEATS.small : REPEATS.full); i++) ticks += await simulate();
    return (cpuOf(pid) - before) / ticks;
  } finally {
    await stop();
  }
}
