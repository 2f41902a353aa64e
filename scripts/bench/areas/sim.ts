import { type Input, NO_INPUT } from "#domain/sim/input.ts";
import { type Course, makeCourse } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import { wander } from "../../client/moves.ts";
import { seededRandom } from "../../seed/content/random.ts";
import { THEMES } from "../../seed/content/worlds/themes.ts";
import { median } from "../race.ts";
import type { BenchArea } from "../run.ts";

const MAX_RATIO = 3;
const ROUNDS = 7;
const TICKS = 3_600;

interface Played {
  course: Course;
  inputs: readonly Input[];
  /** Half-spaces looked at in each tick. */
  works: Int32Array;
}

/** CPU time in microseconds. */
function measureCpu(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Compares ticks of the simulation with a bare loop that sweeps a point against as many half-spaces. */
export const measureSim: BenchArea = async (report) => {
  const played = Object.values(THEMES).map((make, i): Played => {
    const course = makeCourse(make({ seed: 11, difficulty: 6 }));
    const inputs: Input[] = [];
    const works = new Int32Array(TICKS);
    const runner = new Runner(course, 0);
    const moves = wander(seededRandom(i), 0)(runner);
    for (let tick = 0; tick < TICKS; tick++) {
      const input = moves.next().value ?? NO_INPUT;
      inputs.push(input);
      runner.step(input);
      works[tick] = runner.tickWork;
    }
    return { course, inputs, works };
  });
  const rounds = Array.from({ length: ROUNDS }, () => ({
    simulated: measureCpu(() => played.forEach(runAgain)),
    bare: measureCpu(() => played.forEach(sweepBare)),
  }));
  const [simulated, bare] = [
    median(rounds.map((round) => round.simulated)),
    median(rounds.map((round) => round.bare)),
  ];
  const perTick = (all: number) => (all / TICKS / played.length).toFixed(2);
  report.atMost("a tick against a bare loop over the same half-spaces", simulated / bare, MAX_RATIO, {
    unit: "×",
    notes: [`${perTick(simulated)} against ${perTick(bare)} µs of CPU time a tick`],
  });
};

function runAgain({ course, inputs }: Played): void {
  const runner = new Runner(course, 0);
  for (const input of inputs) runner.step(input);
}

/** Keeps the loop's result, so it isn't optimized away. */
let sum = 0;

function sweepBare({ course, works }: Played): void {
  const planes = Float64Array.from(course.planes.flatMap((one) => (one ? [...one] : [])));
  let p = 0;
  for (const work of works) {
    let enter = -1;
    let leave = 1;
    for (let left = work; left > 0; left--) {
      const [nx, ny, nz] = [planes[p] as number, planes[p + 1] as number, planes[p + 2] as number];
      const distance = nx * left + ny * 2 + nz * 3 - (planes[p + 3] as number);
      const approach = nx * 0.2 - ny * 0.1 + nz * 0.3;
      if (approach < 0) enter = Math.max(enter, (distance - 0.01) / -approach);
      else if (approach > 0) leave = Math.min(leave, (0.01 - distance) / approach);
      p += 4;
      if (p === planes.length) p = 0;
    }
    sum += enter + leave;
  }
  if (Number.isNaN(sum)) throw new Error("The loop's result isn't a number.");
}
