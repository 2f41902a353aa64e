import { startTransition, useCallback, useMemo, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router";

/** A page's view as its address has it. Made once, outside of components. */
export interface AddressView<View> {
  read: (query: URLSearchParams) => View;
  write: (view: View) => URLSearchParams;
  /** The view after a choice: what else goes back to how it begins. */
  changed: (view: View, choice: Partial<View>) => View;
}

/** What a page shows: read from the address and changed by going to another one. */
export function useAddressView<View extends object>({ read, write, changed }: AddressView<View>) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  // The address follows a press in its own time; what was pressed shows at once.
  const [view, show] = useOptimistic(useMemo(() => read(query), [read, query]));
  /** `replace` leaves no step for Back, as while a search is being typed. */
  const choose = useCallback(
    (choice: Partial<View>, replace = false) => {
      // From the address, which knows of presses that are not drawn yet.
      const next = changed(read(new URLSearchParams(window.location.search)), choice);
      startTransition(() => {
        show(next);
        navigate(`?${write(next)}`, { replace });
      });
    },
    [read, write, changed, show, navigate],
  );
  const hrefOf = useCallback(
    (choice: Partial<View>) => `?${write(changed(view, choice))}`,
    [view, write, changed],
  );
  return { view, choose, hrefOf };
}
