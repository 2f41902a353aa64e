import { checkBuiltBytes } from "./check-built-bytes.ts";
import { BenchReport } from "./report.ts";

// Counts that a build alone shows, for `npm test`: `npm run bench` prints them among its other figures.
const report = new BenchReport();
report.area("counts");
await checkBuiltBytes(report);
process.exit(report.finish() ? 0 : 1);
