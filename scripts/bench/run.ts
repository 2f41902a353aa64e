import { Report } from "./report.ts";

export interface Options {
  /** Leave the long parts out: smaller worlds, fewer rounds. */
  small: boolean;
  /** Rows of the ledger, where it is to have more or fewer than usual: `--ledger=10000000`. */
  ledger?: number | undefined;
}

/** Measures one area and puts its lines in the report. */
export type Area = (report: Report, options: Options) => Promise<void>;

/** Runs the areas named on the command line, or all of them in their order; the process ends with 1 when a line fails. */
export async function runAreas(areas: Record<string, Area>, args: readonly string[]): Promise<void> {
  const wanted = args.filter((arg) => !arg.startsWith("--"));
  // npm keeps `--small` for itself unless it stands after `--`, and passes it on like this.
  const small = args.includes("--small") || process.env.npm_config_small === "true";
  const rows = /^--ledger=(\d+)$/.exec(args.find((arg) => arg.startsWith("--ledger=")) ?? "")?.[1];
  const ledger = rows === undefined ? undefined : Number(rows);
  const unknown = wanted.filter((name) => !(name in areas));
  if (unknown.length) {
    console.error(`There is no area ${unknown.join(", ")}. Areas: ${Object.keys(areas).join(", ")}.`);
    process.exit(1);
  }
  const report = new Report();
  for (const [name, measure] of Object.entries(areas)) {
    if (wanted.length && !wanted.includes(name)) continue;
    report.area(name);
    try {
      await measure(report, { small, ledger });
    } catch (error) {
      report.broken("the area ran to its end", error);
    }
  }
  process.exit(report.finish() ? 0 : 1);
}
