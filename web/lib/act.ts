import { useState } from "react";
import { uiText } from "#web/text/ui.ts";
import { toast } from "#web/ui/toast-store.ts";
import { errorText } from "./action-error.ts";

export interface Act {
  busy: boolean;
  /** Why it was refused. */
  failure: string | null;
  dismiss: () => void;
  run: () => void;
}

/** A failure where there is no room to show it. */
export const toastFailure = (message: string): void => {
  toast(message, { tone: "bad" });
};

/** One thing that a press does, and what became of it: `tell` says why it failed where `failure` is not shown. */
export function useAct(doIt: () => Promise<unknown>, tell?: (failure: string) => void): Act {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await doIt();
    } catch (error) {
      (tell ?? setFailure)(errorText(error, uiText.failed));
    }
    setBusy(false);
  };
  return { busy, failure, dismiss: () => setFailure(null), run: () => void run() };
}
