type PopGuard = (event: PopStateEvent) => void;

let guard: PopGuard | null = null;

/** Sets a listener that runs before the router's on Back and Forward. It can call `stopImmediatePropagation`. */
export function setPopGuard(next: PopGuard | null): void {
  guard = next;
}

/** Installs the guard. Call it before the router starts, because listeners run in the order they were added. */
export const listenBeforeRouter = (): void => window.addEventListener("popstate", (event) => guard?.(event));
