import { useSyncExternalStore } from "react";
import { uiText } from "#web/text/ui.ts";
import { alerts } from "./alert-store.ts";
import { Notice } from "./modal.tsx";

/** The window that `alertError` opens. */
export function Alerts() {
  const message = useSyncExternalStore(alerts.subscribe, alerts.message);
  return (
    <Notice open={message !== null} onClose={alerts.dismiss} title={uiText.error} text={message ?? ""} />
  );
}
