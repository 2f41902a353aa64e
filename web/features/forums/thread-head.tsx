import { Bookmark, Reply as ReplyIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Thread } from "#domain/forums/api.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { subforumUrl } from "#domain/forums/view.ts";
import { useUser } from "#web/lib/user.ts";
import { forumsText } from "#web/text/forums.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Time } from "#web/ui/facts.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Person } from "#web/ui/person.tsx";
import { useBookmark } from "./bookmark.ts";
import { Marks } from "./marks.tsx";

/** The subforum in which a thread stands. */
export const wayTo = ({ subforum_id }: Pick<Thread, "subforum_id">) => ({
  name: SUBFORUMS[subforum_id as SubforumId].name,
  url: subforumUrl(subforum_id),
});

/** What can be done with a thread. */
export function ThreadActs({ thread, menu }: { thread: Thread; menu: ReactNode }) {
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
      {menu}
    </>
  );
}

/** Who began a thread and when, and what is special about it. */
export function ThreadLead({ thread }: { thread: Thread }) {
  const { pinned, locked, deleted } = thread;
  return (
    <>
      <Marks thread={{ pinned, locked, deleted }} />
      <Person person={thread.user} />
      <Time value={thread.created_at} />
    </>
  );
}
