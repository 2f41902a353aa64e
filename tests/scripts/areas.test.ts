import { execFileSync } from "node:child_process";
import { root } from "#scripts/run-script.mjs";

const MODULES = {
  CHAOS_AREAS: "scripts/chaos/areas/chaos-areas.ts",
  BENCH_AREAS: "scripts/bench/areas/bench-areas.ts",
  seedDemo: "scripts/seed/demo.ts",
  connect: "scripts/deploy/operations.ts",
};

test("the modules of chaos, bench, seed and deploy can be loaded by Node, where there is no worker", () => {
  const code = Object.entries(MODULES).map(
    ([name, file]) => `console.log((await import("./${file}")).${name} !== undefined);`,
  );
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", code.join("")];
  const output = String(execFileSync(process.execPath, args, { cwd: root }));
  expect(output.split("\n")).toEqual([...Object.keys(MODULES).map(() => "true"), ""]);
});
