import { useEffect } from "react";
import { formatDuration } from "#domain/duration.ts";
import { useUser } from "#web/lib/user.ts";
import { toast } from "#web/ui/toast-store.ts";
import type { BuildNotice, BuildSession } from "./model/build-session.ts";
import { builderNoticeText as text } from "./text/builder.ts";

/** The sentences of a notice. Refused changes are listed elsewhere, and the user's own clears and revisions are shown where they were made. */
export function noticeSentences(notice: BuildNotice, ownName: string | undefined): string[] {
  switch (notice.kind) {
    case "skipped":
      return notice.skipped.map(({ username, count }) => text.skipped(username, count));
    case "cleared": {
      const { username, ms } = notice.clear;
      return username === ownName ? [] : [text.cleared(username, formatDuration(ms))];
    }
    case "published":
      return notice.username === ownName ? [] : [text.published(notice.username, notice.revision)];
    case "refused":
    case "not_cleared":
      return [];
  }
}

/** Shows what others did and what an undo left alone as toasts. */
export function useSessionNotices(session: BuildSession): void {
  const ownName = useUser()?.username;
  useEffect(
    () =>
      session.onNotice((notice) => {
        for (const sentence of noticeSentences(notice, ownName)) toast(sentence);
      }),
    [session, ownName],
  );
  useEffect(() => {
    const present = () => new Map(session.state.get().people.map(({ user }) => [user.id, user.username]));
    let before = present();
    return session.state.subscribe(() => {
      const people = present();
      if (people.size === before.size && [...people.keys()].every((id) => before.has(id))) return;
      // The first list is everyone who was there already.
      const isFirst = before.size === 0;
      for (const [id, name] of people) if (!isFirst && !before.has(id)) toast(text.joined(name));
      for (const [id, name] of before) if (!people.has(id)) toast(text.left(name));
      before = people;
    });
  }, [session]);
}
