import { sessionRoute } from "#domain/auth/api.ts";
import { call } from "./api.ts";

/** Whether Back brought this page from the browser's cache, without asking the site. */
function isFromCache(): boolean {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return load?.type === "back_forward" && load.transferSize === 0;
}

/** Hides the page until it's known that its user is still signed in. Otherwise loads it again. */
async function recheck(userId: number): Promise<void> {
  const { style } = document.documentElement;
  style.visibility = "hidden";
  const session = await call(sessionRoute, {}).catch(() => null);
  // Without a response it loads again, too: the page must not show what may be someone else's by now.
  if (!session || session.user?.id !== userId) window.location.reload();
  else style.visibility = "";
}

/** Back can bring a page as it was, with a balance and messages, after its session has ended elsewhere. */
export function recheckSessionOnReturn(userId: number): void {
  if (isFromCache()) void recheck(userId);
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void recheck(userId);
  });
}
