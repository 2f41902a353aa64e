import { ThreadScreen } from "#web/features/forums/thread-screen.tsx";
import { latePart } from "#web/ui/on-demand.tsx";
import { LateMenu } from "../../popover/late-menu.tsx";

const replyMenu = latePart(() => import("../../popover/reply-menu.tsx"));
const threadMenu = latePart(() => import("../../popover/thread-menu.tsx"));

/** A thread, with the menus of what is in it. */
export default function ThreadPage() {
  return (
    <ThreadScreen
      slots={{
        threadMenu: (thread) => <LateMenu part={threadMenu} variant="solid" props={{ thread }} />,
        replyMenu: (reply, thread) => (
          <LateMenu part={replyMenu} props={{ reply, canReply: thread.can_reply }} />
        ),
      }}
    />
  );
}
