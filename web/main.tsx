import "#web/styles/index.css";
import { StrictMode, startTransition } from "react";
import { sessionRoute } from "#domain/auth/api.ts";
import { App } from "./app/app.tsx";
import { lazyBannedSite } from "./app/banned/lazy-banned-site.ts";
import { memberBanners, memberCelebrations, memberDock, memberTools, preloadPage } from "./app/routes.tsx";
import { call } from "./lib/api.ts";
import { followTranslation } from "./lib/follow-translation.ts";
import { readPageData } from "./lib/page-data.ts";
import { listenBeforeRouter } from "./lib/pop-guard.ts";
import { startServerClock } from "./lib/server-clock.ts";
import { watchChunkErrors } from "./ui/chunks.ts";

const data = readPageData();
const root = document.getElementById("root");
if (!root) throw new Error("This page has no root.");

/** Delay before the service worker is registered, so the first screen comes first. */
const SERVICE_WORKER_DELAY_MS = 5_000;

/** Registers the service worker with the member's bopi. */
const startOffline = ({ startServiceWorker }: typeof import("./lib/service-worker.ts")) =>
  startServiceWorker(data.user?.look ?? null);

/**
 * Renders the site in a transition, in slices of a few milliseconds, so slow phones stay responsive. The server-rendered
 * HTML stays until rendering is complete. A page whose chunk fails to load here loads it again itself.
 */
async function start(container: HTMLElement): Promise<void> {
  // React's renderer is the largest module; a dynamic import parses it in its own task.
  const { createRoot } = await import("./renderer.ts");
  const isMember = data.user !== null;
  const frame = data.user?.banned
    ? [lazyBannedSite]
    : [memberTools, memberBanners, memberDock, memberCelebrations];
  const parts = isMember ? frame.map((part) => part.preload()) : [];
  await Promise.allSettled([preloadPage(window.location.pathname, data.user), ...parts]);
  const tree = createRoot(container);
  // On failure, the site only has no offline page.
  setTimeout(
    () => import("./lib/service-worker.ts").then(startOffline).catch(() => {}),
    SERVICE_WORKER_DELAY_MS,
  );
  startTransition(() =>
    tree.render(
      <StrictMode>
        <App data={data} />
      </StrictMode>,
    ),
  );
}

if (!startServerClock(data.now)) call(sessionRoute, {}).catch(() => {});
followTranslation(document.body);
const { user } = data;
// A visitor's page has nothing to hide.
if (user) import("./lib/recheck-session.ts").then((it) => it.recheckSessionOnReturn(user.id)).catch(() => {});
listenBeforeRouter();
watchChunkErrors();
// No top-level `await`: the page's chunk can depend on this one.
void start(root);
