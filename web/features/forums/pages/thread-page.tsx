import { LazyMenu } from "#web/components/popover/lazy-menu.tsx";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { ThreadScreen } from "../thread-screen.tsx";

const replyMenu = lazyPart(() => import("./reply-menu.tsx"));
const threadMenu = lazyPart(() => import("./thread-menu.tsx"));

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
