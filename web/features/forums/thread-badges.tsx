import { Bookmark, Lock, Pin, Trash2 } from "lucide-react";
import type { Thread, ThreadCard } from "#domain/forums/api.ts";
import { Badge } from "#web/ui/card.tsx";
import { forumsText } from "./text/forums.ts";

type BadgedThread = Pick<ThreadCard, "pinned" | "locked"> & Partial<Pick<Thread, "deleted" | "bookmarked">>;

const BADGES = [
  ["pinned", Pin],
  ["locked", Lock],
  ["bookmarked", Bookmark],
  ["deleted", Trash2],
] as const;

export function ThreadBadges({ thread }: { thread: BadgedThread }) {
  return BADGES.map(
    ([name, Icon]) =>
      thread[name] && (
        <Badge key={name} {...(name === "pinned" && { tone: "accent" })}>
          <Icon aria-hidden />
          {forumsText[name]}
        </Badge>
      ),
  );
}
