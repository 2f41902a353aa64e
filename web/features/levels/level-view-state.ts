import { startTransition, useCallback, useMemo, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { isOrderOffered } from "#domain/levels/rules.ts";
import { type LevelView, readLevelView, writeLevelView } from "#domain/levels/view.ts";

const address = (view: LevelView) => `?${writeLevelView(view)}`;

/** The view after a choice: everything but the order and the page itself goes back to the first page. */
function changed(view: LevelView, choice: Partial<LevelView>): LevelView {
  const staysOnPage = Object.keys(choice).every((key) => key === "order" || key === "page");
  const next = { ...view, ...(!staysOnPage && { page: 1 }), ...choice };
  return isOrderOffered(next.order, next.filter) ? next : { ...next, order: "playing_count" };
}

/** What the level browser shows: read from the address and changed by going to another one. */
export function useLevelView() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  // The address follows a press in its own time; what was pressed shows at once.
  const [view, show] = useOptimistic(useMemo(() => readLevelView(query), [query]));
  /** `replace` leaves no step for Back, as while a search is being typed. */
  const choose = useCallback(
    (choice: Partial<LevelView>, replace = false) => {
      // From the address, which knows of presses that are not drawn yet.
      const next = changed(readLevelView(new URLSearchParams(window.location.search)), choice);
      startTransition(() => {
        show(next);
        navigate(address(next), { replace });
      });
    },
    [show, navigate],
  );
  const hrefOf = useCallback((page: number) => address(changed(view, { page })), [view]);
  return { view, choose, hrefOf };
}
