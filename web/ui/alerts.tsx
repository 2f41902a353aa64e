import { useSyncExternalStore } from "react";
import { alertStore, dismissAlert } from "./alert-store.ts";
import { NoticeModal } from "./modal.tsx";
import { uiText } from "./text/ui.ts";

export function Alerts() {
  const message = useSyncExternalStore(alertStore.subscribe, alertStore.get);
  return (
    <NoticeModal open={message !== null} onClose={dismissAlert} title={uiText.error} text={message ?? ""} />
  );
}
