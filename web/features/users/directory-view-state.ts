import { startTransition, useCallback, useMemo, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { type DirectoryView, readDirectoryView, writeDirectoryView } from "#domain/users/view.ts";
import { STAY } from "#web/lib/stay.ts";

const address = (view: DirectoryView) => `?${writeDirectoryView(view)}`;

/** What the directory shows: read from the address and changed by going to another one. */
export function useDirectoryView() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  // The address follows a press in its own time; what was pressed shows at once.
  const [view, show] = useOptimistic(useMemo(() => readDirectoryView(query), [query]));
  /** `replace` leaves no step for Back, as while a search is being typed. */
  const choose = useCallback(
    (choice: Partial<DirectoryView>, replace = false) => {
      const next = {
        ...readDirectoryView(new URLSearchParams(window.location.search)),
        ...("pages" in choice ? {} : { pages: 1 }),
        ...choice,
      };
      startTransition(() => {
        show(next);
        // More of the same list is no step of its own: Back leads out of it.
        navigate(address(next), "pages" in choice ? { replace: true, state: STAY } : { replace });
      });
    },
    [show, navigate],
  );
  return { view, choose };
}
