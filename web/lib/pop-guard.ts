type PopGuard = (event: PopStateEvent) => void;

let guard: PopGuard | null = null;

/** Sets what sees Back and Forward before the router does. It can hide them with `stopImmediatePropagation`. */
export function setPopGuard(next: PopGuard | null): void {
  guard = next;
}

/** Call before the router starts: a window's listeners run in the order in which they were added. */
export const listenBeforeRouter = (): void => window.addEventListener("popstate", (event) => guard?.(event));
