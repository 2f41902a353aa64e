import { useSyncExternalStore } from "react";
import { uiText } from "#web/text/ui.ts";
import { alertStore, dismissAlert } from "./alert-store.ts";
import { Notice } from "./modal.tsx";

/** The window that `alertError` opens. */
export function Alerts() {
  const message = useSyncExternalStore(alertStore.subscribe, alertStore.get);
  return <Notice open={message !== null} onClose={dismissAlert} title={uiText.error} text={message ?? ""} />;
}
