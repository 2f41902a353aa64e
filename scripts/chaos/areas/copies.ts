import type { BenchReport } from "../../bench/report.ts";
import type { BenchArea } from "../../bench/run.ts";
import { browserTests, type CheckStage, runStage, vitest } from "../../check/stages.ts";

/** Runs the worker's tests and the browser's journey on a copy of the database that follows it every 0 to 5 seconds. */
export const verifyCopies: BenchArea = async (report) => {
  await runOnCopy(report, vitest("worker"));
  await runOnCopy(report, browserTests("journey.spec"));
};

async function runOnCopy(report: BenchReport, stage: CheckStage): Promise<void> {
  const { passed, failed } = await runStage({ ...stage, env: { ...stage.env, LAGGING_COPY: "on" } }, true);
  report.atLeast(`${stage.name} that pass`, passed, 1);
  report.atMost(`${stage.name} that fail`, failed, 0);
}
