import { spawn } from "node:child_process";
import { join } from "node:path";
import { node, root } from "../bootstrap.mjs";

export interface Stage {
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

/** Formatter, linter, import rules, types, unused code. */
export const CHECKS: Stage[] = [
  {
    name: "format and lint",
    command: [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."],
  },
  { name: "types", command: [bin("typescript/bin/tsc"), "--build"] },
  { name: "unused code", command: [bin("knip/bin/knip.js"), "--no-progress"] },
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

export const vitest = (project: "unit" | "worker"): Stage => ({
  name: `${project} tests`,
  command: [bin("vitest/vitest.mjs"), "run", "--project", project, "--reporter=default"],
  env: { NO_COLOR: "1" },
  count: countVitest,
});

export const browserTests: Stage = {
  name: "browser tests",
  command: [bin("@playwright/test/cli.js"), "test"],
  env: { NO_COLOR: "1", FORCE_COLOR: "0" },
  count: countPlaywright,
};

/** Runs a stage with its output shown; a stage that ends badly without a failed test counts one failure. */
export async function runStage({ name, command: [file, ...args], env, count }: Stage): Promise<Outcome> {
  console.log(`\n— ${name}`);
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
      process.stdout.write(text);
    });
  }
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const outcome = count?.(output) ?? { passed: code === 0 ? 1 : 0, failed: 0 };
  if (code !== 0 && outcome.failed === 0) outcome.failed = 1;
  if (code === 0 && outcome.passed === 0) outcome.failed = 1;
  console.log(
    `— ${name}: ${outcome.failed ? "FAILED" : "ok"} in ${Math.round((performance.now() - started) / 1000)} s`,
  );
  return outcome;
}

/** Runs the stages one after the other and ends with the line that says how it went. */
export async function runStages(stages: Stage[]): Promise<never> {
  const total: Outcome = { passed: 0, failed: 0 };
  for (const stage of stages) {
    const { passed, failed } = await runStage(stage);
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed ? 1 : 0);
}
