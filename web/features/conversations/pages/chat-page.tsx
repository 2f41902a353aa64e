import { useBlockModal } from "#web/features/blocks/block-modal.tsx";
import { useUnblock } from "#web/features/blocks/use-block.ts";
import { useMember } from "#web/lib/user.ts";
import { ChatScreen } from "../chat-screen.tsx";

/** The chat. Blocking is handled by the blocks feature. */
export default function ChatPage() {
  const user = useMember();
  const block = useBlockModal();
  const unblock = useUnblock();
  return (
    <>
      <ChatScreen user={user} onBlock={block.confirmBlock} onUnblock={(person) => void unblock.run(person)} />
      {block.modal}
    </>
  );
}
