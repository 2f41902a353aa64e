import { startTransition, useCallback, useMemo, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";

/** Maps a page's view to the URL's query and back. Create it once, outside components. */
export interface UrlState<View> {
  read: (query: URLSearchParams) => View;
  write: (view: View) => URLSearchParams;
  /** Returns the view after a choice, with dependent fields (such as the page) reset. */
  applyChoice: (view: View, choice: Partial<View>) => View;
}

/** A page's view, read from the URL and changed by navigating. */
export function useUrlState<View extends object>({ read, write, applyChoice }: UrlState<View>) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  // Shows the choice immediately, before the navigation has finished.
  const [view, show] = useOptimistic(useMemo(() => read(query), [read, query]));
  /** With `replace`, no history entry is added, for example while a search is being typed. */
  const choose = useCallback(
    (choice: Partial<View>, replace = false) => {
      // Starts from the URL, which includes choices that are not rendered yet.
      const next = applyChoice(read(new URLSearchParams(window.location.search)), choice);
      startTransition(() => {
        show(next);
        navigate(`?${write(next)}`, { replace });
      });
    },
    [read, write, applyChoice, show, navigate],
  );
  const hrefOf = useCallback(
    (choice: Partial<View>) => `?${write(applyChoice(view, choice))}`,
    [view, write, applyChoice],
  );
  return { view, choose, hrefOf };
}

/** The page of a list, from the URL. */
export const usePage = (): number => readPage(useSearchParams()[0]);
