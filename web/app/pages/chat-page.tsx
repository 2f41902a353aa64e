import { useUnblock } from "#web/features/blocks/block-act.ts";
import { useBlockWindow } from "#web/features/blocks/block-window.tsx";
import { ChatScreen } from "#web/features/conversations/chat-screen.tsx";
import { useMember } from "#web/lib/user.ts";

/** The chat, for members; blocking people is the blocks' own business. */
export default function ChatPage() {
  const user = useMember();
  const block = useBlockWindow();
  const unblock = useUnblock();
  return (
    <>
      <ChatScreen user={user} onBlock={block.ask} onUnblock={(person) => unblock.mutate(person)} />
      {block.window}
    </>
  );
}
