import { BenchReport } from "./report.ts";

export interface BenchOptions {
  /** Use smaller worlds and fewer rounds. */
  small: boolean;
  size: "small" | "full";
}

/** Measures one area and adds its figures to the report. */
export type BenchArea = (report: BenchReport, options: BenchOptions) => Promise<void>;

/** Runs the named areas, or all of them in order. Exits with 1 if a figure is over its limit. */
export async function runAreas(areas: Record<string, BenchArea>, args: readonly string[]): Promise<void> {
  const selected = args.filter((arg) => !arg.startsWith("--"));
  // Without a `--` before it, npm passes `--small` on as an environment variable.
  const small = args.includes("--small") || process.env.npm_config_small === "true";
  const unknown = selected.filter((name) => !(name in areas));
  if (unknown.length) {
    console.error(`Unknown area: ${unknown.join(", ")}. Choose from: ${Object.keys(areas).join(", ")}.`);
    process.exit(1);
  }
  const report = new BenchReport();
  for (const [name, measure] of Object.entries(areas)) {
    if (selected.length && !selected.includes(name)) continue;
    report.area(name);
    await measure(report, { small, size: small ? "small" : "full" }).catch((error: unknown) =>
      report.fail("the area runs to its end", error),
    );
  }
  process.exit(report.finish() ? 0 : 1);
}
