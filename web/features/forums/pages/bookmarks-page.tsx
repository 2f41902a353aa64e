import { useQuery } from "@tanstack/react-query";
import { BookmarkX, Megaphone } from "lucide-react";
import { bookmarksRoute, type ThreadCard } from "#domain/forums/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { listQueryFor } from "#web/lib/query.ts";
import { usePage } from "#web/lib/url-state.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

import { useBookmark } from "../bookmark.ts";
import { ForumPage } from "../forum-page.tsx";
import { forumsText } from "../text/forums.ts";
import { ThreadList } from "../thread-list.tsx";

function RemoveBookmark({ thread }: { thread: ThreadCard }) {
  return <IconButton icon={BookmarkX} label={forumsText.unbookmark} onClick={useBookmark(thread)} />;
}

export default function BookmarksPage() {
  const page = usePage();
  const list = useQuery(listQueryFor(bookmarksRoute, { input: { page } }));
  return (
    <ForumPage title={forumsText.bookmarksTitle} lead={forumsText.bookmarksText}>
      <ThreadList
        list={list}
        page={page}
        action={(thread) => <RemoveBookmark thread={thread} />}
        empty={
          <EmptyState title={forumsText.bookmarksNone} text={forumsText.bookmarksNoneText} pose="sit">
            <LinkButton variant="primary" icon={Megaphone} to="/forums">
              {forumsText.toForums}
            </LinkButton>
          </EmptyState>
        }
      />
    </ForumPage>
  );
}
