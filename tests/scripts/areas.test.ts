import { execFileSync } from "node:child_process";
import { root } from "#scripts/run-script.mjs";

it.each([
  ["chaos", "scripts/chaos/areas/chaos-areas.ts", "CHAOS_AREAS"],
  ["bench", "scripts/bench/areas/bench-areas.ts", "BENCH_AREAS"],
  ["seed", "scripts/seed/demo.ts", "seedDemo"],
  ["deploy", "scripts/deploy/operations.ts", "connect"],
])("The modules of npm run %s can be loaded by Node, where there is no worker", (_, file, name) => {
  const code = `const module = await import("./${file}"); console.log(module.${name} !== undefined)`;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", code];
  expect(String(execFileSync(process.execPath, args, { cwd: root })).trim()).toBe("true");
});
