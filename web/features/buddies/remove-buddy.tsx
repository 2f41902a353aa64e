import { buddiesText } from "#web/text/buddies.ts";
import { Confirm } from "#web/ui/modal.tsx";

interface RemoveBuddyProps {
  /** Null while nobody is asked about. */
  username: string | null;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a buddy goes. */
export function RemoveBuddy({ username, busy, onConfirm, onClose }: RemoveBuddyProps) {
  return (
    <Confirm
      open={username !== null}
      onClose={() => !busy && onClose()}
      title={buddiesText.sureToRemove(username ?? "")}
      action={buddiesText.removeBuddy}
      busy={busy}
      onConfirm={onConfirm}
    />
  );
}
