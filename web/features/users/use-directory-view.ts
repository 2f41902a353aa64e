import { startTransition, useCallback, useMemo, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { type DirectoryView, readDirectoryView, writeDirectoryView } from "#domain/users/view.ts";
import { KEEP_SCROLL } from "#web/lib/keep-scroll.ts";

const urlFor = (view: DirectoryView) => `?${writeDirectoryView(view)}`;

/** The directory's state, read from the URL and changed by navigating. */
export function useDirectoryView() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  // Optimistic: the choice shows before the navigation finishes.
  const [view, show] = useOptimistic(useMemo(() => readDirectoryView(query), [query]));
  /** `replace` adds no history entry, for example while typing a search. */
  const choose = useCallback(
    (choice: Partial<DirectoryView>, replace = false) => {
      const next = {
        ...readDirectoryView(new URLSearchParams(window.location.search)),
        ...("pages" in choice ? {} : { pages: 1 }),
        ...choice,
      };
      startTransition(() => {
        show(next);
        // Showing more adds no history entry: Back leaves the list.
        navigate(urlFor(next), "pages" in choice ? { replace: true, state: KEEP_SCROLL } : { replace });
      });
    },
    [show, navigate],
  );
  return { view, choose };
}
