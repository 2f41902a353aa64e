import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { type Course, type CourseWorld, makeCourse } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import { randomInputs, simHashes, solidAround } from "#scripts/bench/sim/random-inputs.ts";
import { SIM_HASHES } from "#scripts/bench/sim/sim-hashes.ts";
import { SIM_WORLDS } from "#scripts/bench/sim/sim-worlds.ts";
import { root } from "../../run-script.mjs";
import { THEMES } from "../../seed/content/worlds/themes.ts";
import { startProgram } from "../baseline.ts";
import { openBrowser } from "../browser.ts";
import { median } from "../race.ts";
import { bundle } from "../render/bundle.ts";
import type { BenchReport } from "../report.ts";
import type { BenchArea } from "../run.ts";

const KB = 1024;
const LIMITS = { bytes: 8, ratio: 3 };
/** Ticks of random play in each of eight worlds: 172,800 together. */
const PLAY = { worlds: 8, full: 21_600, small: 3_600 };
const RATIO = { rounds: 7, ticks: 3_600 };

/** Measures the simulation: its size, that engines agree, that bopis stay outside of solids, and what a tick costs. */
export const measureSim: BenchArea = async (report, { small }) => {
  report.atMost("the simulation", (await simSize()) / KB, LIMITS.bytes, { unit: "KB gzipped" });
  await checkEngines(report);
  checkPlay(report, small ? PLAY.small : PLAY.full);
  checkTick(report);
};

/** The gzipped bytes of the simulation alone. */
export async function simSize(): Promise<number> {
  const built = (await build({
    configFile: false,
    root,
    logLevel: "error",
    build: { write: false, lib: { entry: "tests/bench/sim/size.ts", formats: ["iife"], name: "sim" } },
  })) as Rolldown.RolldownOutput[];
  const code = built
    .flatMap(({ output }) => output.map((part) => ("code" in part ? part.code : "")))
    .join("");
  return gzipSync(code, { level: 9 }).length;
}

async function checkEngines(report: BenchReport): Promise<void> {
  const program = await startProgram("sim", await bundle("tests/bench/sim/worker.ts", "es"));
  const inWorkerd = (await (await fetch(program.url)).json()) as Record<string, string>;
  await program.stop();
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.addScriptTag({ content: await bundle("tests/bench/sim/page.ts", "iife") });
  const inChromium = (await page.evaluate("program.simHashes()")) as Record<string, string>;
  await browser.close();
  const engines = { Node: simHashes(), workerd: inWorkerd, Chromium: inChromium };
  for (const [engine, hashes] of Object.entries(engines)) {
    const equal = SIM_WORLDS.filter(({ name }) => hashes[name] === SIM_HASHES[name]).length;
    report.atLeast(`worlds with the stored states after 60 s in ${engine}`, equal, SIM_WORLDS.length);
  }
}

const demoWorlds = (): CourseWorld[] =>
  Object.values(THEMES).map((make) => make({ seed: 11, difficulty: 6 }));

function checkPlay(report: BenchReport, ticks: number): void {
  let inside = 0;
  let nowhere = 0;
  let ran = 0;
  for (const [i, world] of demoWorlds().slice(0, PLAY.worlds).entries()) {
    const course = makeCourse(world);
    const runner = new Runner(course, 0);
    for (const input of randomInputs(i + 100, ticks)) {
      runner.step(input);
      ran++;
      if (![runner.x, runner.y, runner.z, runner.vx, runner.vy, runner.vz].every(Number.isFinite)) nowhere++;
      if (runner.respawnTicks === 0 && solidAround(course, runner) >= 0) inside++;
    }
  }
  report.info("ticks of random play", ran);
  report.atMost("ticks inside a solid", inside, 0);
  report.atMost("ticks with a position that is no number", nowhere, 0);
}

/** CPU time in microseconds. */
function measureCpu(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

interface Played {
  course: Course;
  inputs: readonly number[];
  /** Half-spaces looked at in each tick. */
  works: Int32Array;
}

/** Compares ticks with a bare loop that sweeps a point against as many half-spaces. */
function checkTick(report: BenchReport): void {
  const worlds = [...demoWorlds(), ...SIM_WORLDS.map(({ world }) => world)];
  const played = worlds.map((world): Played => {
    const course = makeCourse(world);
    const inputs = [...randomInputs(2, RATIO.ticks)];
    const works = new Int32Array(inputs.length);
    const runner = new Runner(course, 0);
    for (const [tick, input] of inputs.entries()) {
      runner.step(input);
      works[tick] = runner.tickWork;
    }
    return { course, inputs, works };
  });
  const simulated: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < RATIO.rounds; round++) {
    simulated.push(measureCpu(() => played.forEach(runAgain)));
    bare.push(measureCpu(() => played.forEach(sweepBare)));
  }
  const ticks = RATIO.ticks * worlds.length;
  const looked = played.reduce((sum, { works }) => sum + works.reduce((all, work) => all + work, 0), 0);
  report.atMost(
    "a tick against a bare loop over the same half-spaces",
    median(simulated) / median(bare),
    LIMITS.ratio,
    {
      unit: "×",
      notes: [
        `${(median(simulated) / ticks).toFixed(2)} against ${(median(bare) / ticks).toFixed(2)} µs of CPU time a tick`,
        `${(looked / ticks).toFixed(0)} half-spaces a tick in ${worlds.length} worlds`,
      ],
    },
  );
}

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
