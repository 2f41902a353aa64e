import type { BackupRun } from "#worker/objects/backup-api.ts";

const number = new Intl.NumberFormat("en");
let shown = "";

/** Shows the progress of a backup or a restore in the terminal. */
export function showProgress({ type, phase, rows, objects, error }: BackupRun): void {
  const line = `${type}: ${phase}, ${number.format(rows)} rows, ${number.format(objects)} objects${error ? ` (${error})` : ""}`;
  if (line !== shown) console.log(line);
  shown = line;
}

/** Returns a summary of a backup or a restore that has ended. */
export function describeRun({ type, id, started_at, finished_at, rows, objects }: BackupRun): string {
  const seconds = Math.round(((finished_at ?? started_at) - started_at) / 1000);
  return `The ${type} ${id} took ${seconds} s: ${number.format(rows)} rows and ${number.format(objects)} objects.`;
}
