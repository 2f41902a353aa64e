import { alertError } from "#web/ui/alert-store.ts";
import { uiText } from "#web/ui/text/ui.ts";
import { toast } from "#web/ui/toast-store.ts";
import { ResponseError } from "./api.ts";

export const errorText = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : uiText.failed;

export const toastError = (message: string): void => {
  toast(message, { tone: "bad" });
};

/** Shows an error response in the 'Error' modal, anything else (spec 1 §8) as a toast. One with an exception is silent. */
export function alertFailure(error: unknown): void {
  if (error instanceof ResponseError && error.hasException) return;
  if (error instanceof ResponseError && error.status > 0) alertError(error.message);
  else toastError(errorText(error));
}
