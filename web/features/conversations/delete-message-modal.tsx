import { useAction } from "#web/lib/action.ts";
import { ConfirmModal } from "#web/ui/modal.tsx";
import type { Chat } from "./chat.ts";
import { chatText } from "./text.ts";

export interface DeleteMessageModalProps {
  chat: Chat;
  /** The message to delete; null while closed. */
  id: string | null;
  onClose: () => void;
}

/** Asks for confirmation before deleting a message for everyone. */
export function DeleteMessageModal({ chat, id, onClose }: DeleteMessageModalProps) {
  const { run } = useAction((message: string) => chat.deleteMessage(message), {
    errors: "modal",
    parallel: true,
  });
  return (
    <ConfirmModal
      open={id !== null}
      onClose={onClose}
      title={chatText.scrubTitle}
      text={chatText.scrubText}
      action={chatText.scrub}
      onConfirm={() => {
        onClose();
        if (id) void run(id);
      }}
    />
  );
}
