import { useState } from "react";
import { uiText } from "#web/ui/text/ui.ts";
import { toast } from "#web/ui/toast-store.ts";
import { errorText } from "./action-error.ts";

export interface AsyncAction {
  busy: boolean;
  /** Why the last run failed. */
  failure: string | null;
  dismiss: () => void;
  run: () => void;
}

/** Shows an error as a toast, for places with no room for a message. */
export const toastError = (message: string): void => {
  toast(message, { tone: "bad" });
};

/** The state of an async action behind a button. With `onFailure`, errors go there instead of to `failure`. */
export function useAsyncAction(
  perform: () => Promise<unknown>,
  onFailure?: (failure: string) => void,
): AsyncAction {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await perform();
    } catch (error) {
      (onFailure ?? setFailure)(errorText(error, uiText.failed));
    }
    setBusy(false);
  };
  return { busy, failure, dismiss: () => setFailure(null), run: () => void run() };
}
