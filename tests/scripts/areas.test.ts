import { execFileSync } from "node:child_process";
import { root } from "#scripts/run-script.mjs";

it.each([
  ["chaos", "scripts/chaos/areas/chaos-areas.ts", "CHAOS_AREAS"],
  ["bench", "scripts/bench/areas/bench-areas.ts", "BENCH_AREAS"],
])("The areas of npm run %s can be loaded by Node, where there is no worker", (_, file, name) => {
  const code = `const areas = await import("./${file}"); console.log(Object.keys(areas.${name}).length > 0)`;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", code];
  expect(String(execFileSync(process.execPath, args, { cwd: root })).trim()).toBe("true");
});
