import { ThreadScreen } from "#web/features/forums/thread-screen.tsx";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { LazyMenu } from "../../popover/lazy-menu.tsx";

const replyMenu = lazyPart(() => import("../../popover/reply-menu.tsx"));
const threadMenu = lazyPart(() => import("../../popover/thread-menu.tsx"));

/** A thread, with the menus of the thread and its replies. */
export default function ThreadPage() {
  return (
    <ThreadScreen
      slots={{
        threadMenu: (thread) => <LazyMenu part={threadMenu} variant="solid" props={{ thread }} />,
        replyMenu: (reply, thread) => (
          <LazyMenu part={replyMenu} props={{ reply, canReply: thread.can_reply }} />
        ),
      }}
    />
  );
}
