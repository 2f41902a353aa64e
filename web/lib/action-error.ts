import { alertError } from "#web/ui/alert-store.ts";
import { toast } from "#web/ui/toast-store.ts";
import { ResponseError } from "./api.ts";

/** Shows why a menu action failed: error responses in the 'Error' modal, anything else (spec 1 §8) as a toast. */
export function showActionError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ResponseError && error.status > 0) alertError(message);
  else toast(message, { tone: "bad" });
}

/** Returns the text to show for an error: its first field error, its message, or `fallback`. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ResponseError) return Object.values(error.errors)[0]?.[0] ?? error.message;
  return error instanceof Error && error.message ? error.message : fallback;
}
