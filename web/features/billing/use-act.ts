import { useState } from "react";
import { errorText } from "#web/lib/action-error.ts";
import { uiText } from "#web/text/ui.ts";

export interface Act {
  busy: boolean;
  /** Why it was refused. */
  failure: string | null;
  dismiss: () => void;
  run: () => void;
}

/** One thing that a press does, and what became of it. */
export function useAct(doIt: () => Promise<unknown>): Act {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await doIt();
    } catch (error) {
      setFailure(errorText(error, uiText.failed));
    }
    setBusy(false);
  };
  return { busy, failure, dismiss: () => setFailure(null), run: () => void run() };
}
