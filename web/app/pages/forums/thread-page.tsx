import { ThreadScreen } from "#web/features/forums/thread-screen.tsx";
import { ReplyMenu } from "../../popover/reply-menu.tsx";
import { ThreadMenu } from "../../popover/thread-menu.tsx";

/** A thread, with the menus of what is in it. */
export default function ThreadPage() {
  return (
    <ThreadScreen
      slots={{
        threadMenu: (thread) => <ThreadMenu thread={thread} />,
        replyMenu: (reply, thread) => <ReplyMenu reply={reply} canReply={thread.can_reply} />,
      }}
    />
  );
}
