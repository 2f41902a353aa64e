import { spawn } from "node:child_process";
import { join } from "node:path";
import { node, root } from "../run-script.mjs";

export interface CheckStage {
  name: string;
  /** File to run under the pinned Node, and its arguments. */
  command: readonly [file: string, ...args: string[]];
  env?: Record<string, string>;
  /** How many tests passed and failed, read from the output; a stage without tests counts as one. */
  count?(output: string): { passed: number; failed: number };
}

export interface Outcome {
  passed: number;
  failed: number;
}

const bin = (name: string) => join(root, "node_modules", name);

/** The folders with code. */
const CODE = ["domain", "db", "worker", "web", "scripts", "tests"];

/** Checks of each file. Types take as long as unused code, which runs in the other lane. */
const CODE_CHECKS: CheckStage[] = [
  // More checkers per project repeat each other's work: with four it takes a third more of the processor.
  { name: "types", command: [bin("typescript/bin/tsc"), "--build", "--checkers", "1"] },
  { name: "words", command: [join(root, "scripts/check/check-words.ts")] },
];
const PROJECT_CHECKS: CheckStage[] = [
  {
    name: "format and lint",
    command: [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."],
  },
  { name: "unused code", command: [bin("knip/bin/knip.js"), "--no-progress"] },
  { name: "import directions", command: [join(root, "scripts/check/check-imports.ts")] },
  { name: "duplicates", command: [bin("jscpd/run-jscpd.js"), ...CODE] },
];

/** Vitest's own closing lines: `Tests  2 failed | 30 passed (32)`. */
export function countVitest(output: string): Outcome {
  const line = [...output.matchAll(/^\s*Tests\s+(.*)$/gm)].at(-1)?.[1] ?? "";
  const number = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  return { passed: number("passed"), failed: number("failed") };
}

/** Playwright's: `2 failed`, `30 passed (12s)`, each on its own line; a flaky one has failed. */
export function countPlaywright(output: string): Outcome {
  const number = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}`, "m").exec(output)?.[1] ?? 0);
  return { passed: number("passed"), failed: number("failed") + number("flaky") + number("did not run") };
}

/** Vitest's projects: `ui` has pages in a DOM without a browser. */
export type Project = "unit" | "ui" | "worker";

/** The tests of projects: all of them, or those of the given files and, with `--testNamePattern`, titles. */
export const vitest = (projects: readonly Project[], ...args: string[]): CheckStage => ({
  name: `${projects.join(" and ")} tests`,
  command: [
    bin("vitest/vitest.mjs"),
    ...["run", ...projects.map((project) => `--project=${project}`), "--reporter=default", ...args],
  ],
  env: { NO_COLOR: "1" },
  count: countVitest,
});

export const browserTests = (...args: string[]): CheckStage => ({
  name: "browser tests",
  command: [bin("@playwright/test/cli.js"), "test", ...args],
  env: { NO_COLOR: "1", FORCE_COLOR: "0" },
  count: countPlaywright,
});

/** Runs a script of this project. */
export const script = (name: string, file: string, ...args: string[]): CheckStage => ({
  name,
  command: [join(root, file), ...args],
});

/** Stages that run one after another. */
type Lane = CheckStage[];

export const BUILD = script("build", "scripts/test/build.ts");

/** Every check without tests, in two lanes. Counting includes the size of the build. */
export const CHECKS: Lane[] = [
  CODE_CHECKS,
  [BUILD, script("size", "scripts/check/count.ts"), ...PROJECT_CHECKS],
];

/**
 * Runs a stage. Its output shows as it comes, or at its end where other stages run beside it. A stage that ends badly
 * without a failed test counts one failure.
 */
export async function runStage(
  { name, command: [file, ...args], env, count }: CheckStage,
  isAlone: boolean,
): Promise<Outcome> {
  if (isAlone) console.log(`\n— ${name}`);
  const started = performance.now();
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", file, ...args], {
    cwd: root,
    // Tools that are started by name find the pinned Node before the machine's own.
    env: { ...process.env, PATH: `${bin(".bin")}:${process.env.PATH}`, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      output += text;
      if (isAlone) process.stdout.write(text);
    });
  }
  const [code, signal] = await new Promise<[code: number | null, signal: string | null]>((resolve) =>
    child.on("close", (...ended) => resolve(ended)),
  );
  const outcome = count?.(output) ?? { passed: code === 0 ? 1 : 0, failed: 0 };
  if (code !== 0 && outcome.failed === 0) outcome.failed = 1;
  if (code === 0 && outcome.passed === 0) outcome.failed = 1;
  if (!isAlone) process.stdout.write(`\n— ${name}\n${output}`);
  console.log(
    `— ${name}: ${outcome.failed ? "FAILED" : "ok"}${signal ? ` (${signal})` : ""} in ${Math.round((performance.now() - started) / 1000)} s`,
  );
  return outcome;
}

/** Runs the steps in order, the lanes of a step side by side, and ends with the line that says how it went. */
export async function runStages(...steps: Lane[][]): Promise<never> {
  const total: Outcome = { passed: 0, failed: 0 };
  for (const lanes of steps) {
    await Promise.all(
      lanes.map(async (lane) => {
        for (const stage of lane) {
          const { passed, failed } = await runStage(stage, lanes.length === 1);
          total.passed += passed;
          total.failed += failed;
        }
      }),
    );
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed ? 1 : 0);
}
