import { Navigate, useLocation } from "react-router";
import { useUnblock } from "#web/features/blocks/block-act.ts";
import { useBlockWindow } from "#web/features/blocks/block-window.tsx";
import { ChatScreen } from "#web/features/conversations/chat-screen.tsx";
import { useUser } from "#web/lib/user.ts";

/** The chat, for members; blocking people is the blocks' own business. */
export default function ChatPage() {
  const user = useUser();
  const { search } = useLocation();
  const block = useBlockWindow();
  const unblock = useUnblock();
  if (!user) return <Navigate to={`/login?next=${encodeURIComponent(`/chat${search}`)}`} replace />;
  return (
    <>
      <ChatScreen user={user} onBlock={block.ask} onUnblock={(person) => unblock.mutate(person)} />
      {block.window}
    </>
  );
}
