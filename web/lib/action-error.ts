import { alertError } from "#web/ui/alert-store.ts";
import { toast } from "#web/ui/toast-store.ts";
import { ResponseError } from "./api.ts";

/** How a failed act of a menu is told: what the site answered in an 'Error' window, anything else (spec 1 §8: silent) quietly. */
export function tellActionFailed(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ResponseError && error.status > 0) alertError(message);
  else toast(message, { tone: "bad" });
}

/** What to show of a failure: the first thing that is wrong with what was sent, else its message. */
export function errorText(error: unknown, otherwise: string): string {
  if (error instanceof ResponseError) return Object.values(error.errors)[0]?.[0] ?? error.message;
  return error instanceof Error && error.message ? error.message : otherwise;
}
