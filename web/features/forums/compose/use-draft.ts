import { useEffect, useRef, useState } from "react";
import { useMember } from "#web/lib/user.ts";
import { composeText } from "#web/text/compose.ts";
import { toast } from "#web/ui/toast-store.ts";
import { type Draft, draftKey, isSame, type Place, parseDraft, readDraft, writeDraft } from "./drafts.ts";

export interface DraftState {
  draft: Draft;
  /** It is from an earlier visit, or from another tab. */
  isRestored: boolean;
  change: (part: Partial<Draft>) => void;
  /** Back to what it began with: it was discarded, or is on the site now. */
  clear: () => void;
}

/**
 * What is being written at a place: every change is kept in the browser at once, so that a crash, a reload or signing
 * out loses none of it. Of two tabs the one that was typed in last has it; what one of them sends is gone from both.
 * `begin` makes the first text of what was kept, if anything was.
 */
export function useDraft(
  place: Place,
  initial: Draft,
  begin: (kept: Draft | null, initial: Draft) => Draft = (kept) => kept ?? initial,
): DraftState {
  const key = draftKey(useMember().id, place);
  const [draft, setDraft] = useState<Draft>(() => begin(readDraft(key), initial));
  const [isRestored, setRestored] = useState(() => readDraft(key) !== null);
  const isTold = useRef(false);
  const first = useRef(initial);

  const keep = (next: Draft) => {
    const isKept = writeDraft(key, isSame(next, first.current) ? null : { ...next, at: Date.now() });
    if (!isKept && !isTold.current) toast(composeText.notKept, { tone: "bad" });
    isTold.current = !isKept;
  };

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== key) return;
      const theirs = parseDraft(event.newValue);
      const before = parseDraft(event.oldValue);
      if (theirs) setRestored(true);
      // Sent or discarded there: it goes from here, too, unless something else was typed here meanwhile.
      setDraft((mine) => theirs ?? (before && isSame(mine, before) ? first.current : mine));
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [key]);

  return {
    draft,
    isRestored,
    change: (part) => {
      const next = { ...draft, ...part };
      setDraft(next);
      keep(next);
    },
    clear: () => {
      writeDraft(key, null);
      setRestored(false);
      setDraft(first.current);
    },
  };
}
