import { tellActionFailed } from "#web/lib/action-error.ts";
import { chatText } from "#web/text/conversations.ts";
import { Confirm } from "#web/ui/modal.tsx";
import type { Chat } from "./chat-store.ts";

export interface ScrubWindowProps {
  chat: Chat;
  /** The message that is to be taken away; null while none is. */
  id: string | null;
  onClose: () => void;
}

/** Asks once before a message is taken away for everybody. */
export function ScrubWindow({ chat, id, onClose }: ScrubWindowProps) {
  return (
    <Confirm
      open={id !== null}
      onClose={onClose}
      title={chatText.scrubAsk}
      text={chatText.scrubText}
      action={chatText.scrub}
      onConfirm={() => {
        onClose();
        if (id) chat.scrub(id).catch(tellActionFailed);
      }}
    />
  );
}
