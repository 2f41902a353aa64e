import { ConfirmModal } from "#web/ui/modal.tsx";
import { buddiesText } from "./text.ts";

interface RemoveBuddyProps {
  /** Null while closed. */
  username: string | null;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function RemoveBuddy({ username, busy, onConfirm, onClose }: RemoveBuddyProps) {
  return (
    <ConfirmModal
      open={username !== null}
      onClose={() => !busy && onClose()}
      title={buddiesText.sureToRemove(username ?? "")}
      action={buddiesText.removeBuddy}
      busy={busy}
      onConfirm={onConfirm}
    />
  );
}
