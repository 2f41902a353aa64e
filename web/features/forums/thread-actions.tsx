import { Bookmark, Reply as ReplyIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Thread } from "#domain/forums/api.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { subforumUrl } from "#domain/forums/view.ts";
import { Person } from "#web/components/person.tsx";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { ShareButton } from "#web/ui/share-button.tsx";
import { useBookmark } from "./bookmark.ts";
import { forumsText } from "./text/forums.ts";
import { ThreadBadges } from "./thread-badges.tsx";

/** Returns the name and URL of a thread's subforum. */
export const subforumLink = ({ subforum_id }: Pick<Thread, "subforum_id">) => ({
  name: SUBFORUMS[subforum_id as SubforumId].name,
  url: subforumUrl(subforum_id),
});

/** A thread's buttons: reply, bookmark, menu. */
export function ThreadActions({ thread, menu }: { thread: Thread; menu: ReactNode }) {
  const isMember = useUser() !== null;
  const bookmark = useBookmark(thread);
  const { bookmarked } = thread;
  return (
    <>
      {thread.can_reply && (
        <LinkButton variant="primary" icon={ReplyIcon} to={`${thread.url}/reply`}>
          {forumsText.reply}
        </LinkButton>
      )}
      {isMember && !thread.deleted && (
        <IconButton
          icon={Bookmark}
          variant="solid"
          label={bookmarked ? forumsText.unbookmark : forumsText.bookmark}
          pressed={bookmarked}
          onClick={bookmark}
        />
      )}
      {!thread.deleted && <ShareButton title={thread.title} path={thread.url} iconOnly />}
      {menu}
    </>
  );
}

/** A thread's badges, author and date. */
export function ThreadLead({ thread }: { thread: Thread }) {
  const { pinned, locked, deleted } = thread;
  return (
    <>
      <ThreadBadges thread={{ pinned, locked, deleted }} />
      <Person person={thread.user} />
      <RelativeTime value={thread.created_at} />
    </>
  );
}
