import { useRef, useState } from "react";
import * as z from "zod/mini";
import { useListener } from "#web/lib/listen.ts";
import { deviceStorage, parseStored } from "#web/lib/storage.ts";
import { useMember } from "#web/lib/user.ts";
import { toast } from "#web/ui/toast-store.ts";
import { composeText } from "../text/compose.ts";

const stored = z.object({
  title: z.string(),
  body: z.string(),
  quote: z.nullable(z.int()),
  at: z.number(),
});
type StoredForumDraft = z.infer<typeof stored>;
type ForumDraft = Omit<StoredForumDraft, "at">;

/** The purpose of the draft: a reply to a thread, a new thread in a subforum, an edit of a reply or of a thread. */
type DraftPlace = `thread:${number}` | `subforum:${number}` | `reply:${number}` | `edit:${number}`;

/** Returns the storage key of a draft. It contains the user, because others can sign in on this browser. */
export const forumDraftKey = (userId: number, place: DraftPlace): string =>
  `bopolis-draft:${userId}:${place}`;

/** Parses a stored draft; null if there is none or it is invalid. */
export const parseForumDraft = (value: string | null): StoredForumDraft | null =>
  z.safeParse(stored, parseStored(value)).data ?? null;

const isSameDraft = (a: ForumDraft, b: ForumDraft): boolean => a.title === b.title && a.body === b.body;

/** Stores a draft, or deletes it if null. Returns false if storage is blocked or full. */
const writeForumDraft = (key: string, draft: StoredForumDraft | null): boolean =>
  deviceStorage.set(key, draft && JSON.stringify(draft));

export interface ForumDraftState {
  draft: ForumDraft;
  /** The draft comes from an earlier visit or another tab. */
  isRestored: boolean;
  change: (part: Partial<ForumDraft>) => void;
  /** Resets the draft after it was discarded or posted. */
  clear: () => void;
}

/**
 * A draft that is stored in the browser on every change, so a crash, a reload or signing out loses nothing. Of two tabs the
 * last edit wins; posting in one clears the draft in both. `begin` creates the first text from the stored draft, if there
 * is one.
 */
export function useForumDraft(
  place: DraftPlace,
  initial: ForumDraft,
  begin: (stored: ForumDraft | null, initial: ForumDraft) => ForumDraft = (stored) => stored ?? initial,
): ForumDraftState {
  const key = forumDraftKey(useMember().id, place);
  const [saved] = useState(() => parseForumDraft(deviceStorage.get(key)));
  const [draft, setDraft] = useState(() => begin(saved, initial));
  const [isRestored, setRestored] = useState(saved !== null);
  const hasWarned = useRef(false);
  const first = useRef(initial);

  const store = (next: ForumDraft) => {
    const isStored = writeForumDraft(
      key,
      isSameDraft(next, first.current) ? null : { ...next, at: Date.now() },
    );
    if (!isStored && !hasWarned.current) toast(composeText.notSaved, { tone: "bad" });
    hasWarned.current = !isStored;
  };

  useListener(window, "storage", (event: StorageEvent) => {
    if (event.key !== key) return;
    const theirs = parseForumDraft(event.newValue);
    const before = parseForumDraft(event.oldValue);
    if (theirs) setRestored(true);
    // Posted or discarded in another tab: clear it here, too, unless it was changed here in the meantime.
    setDraft((mine) => theirs ?? (before && isSameDraft(mine, before) ? first.current : mine));
  });

  return {
    draft,
    isRestored,
    change: (part) => {
      const next = { ...draft, ...part };
      setDraft(next);
      store(next);
    },
    clear: () => {
      writeForumDraft(key, null);
      setRestored(false);
      setDraft(first.current);
    },
  };
}
