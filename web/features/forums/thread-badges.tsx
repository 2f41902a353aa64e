import { Bookmark, Lock, Pin, Trash2 } from "lucide-react";
import type { Thread, ThreadCard } from "#domain/forums/api.ts";
import { Badge } from "#web/ui/card.tsx";
import { forumsText } from "./text/forums.ts";

type BadgedThread = Pick<ThreadCard, "pinned" | "locked"> & Partial<Pick<Thread, "deleted" | "bookmarked">>;

export function ThreadBadges({ thread: { pinned, locked, deleted, bookmarked } }: { thread: BadgedThread }) {
  return (
    <>
      {pinned && (
        <Badge tone="accent">
          <Pin aria-hidden />
          {forumsText.pinned}
        </Badge>
      )}
      {locked && (
        <Badge>
          <Lock aria-hidden />
          {forumsText.locked}
        </Badge>
      )}
      {bookmarked && (
        <Badge>
          <Bookmark aria-hidden />
          {forumsText.bookmarked}
        </Badge>
      )}
      {deleted && (
        <Badge>
          <Trash2 aria-hidden />
          {forumsText.deleted}
        </Badge>
      )}
    </>
  );
}
