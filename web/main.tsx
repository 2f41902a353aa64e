import "#web/styles/index.css";
import { StrictMode, startTransition } from "react";
import { App } from "./app/app.tsx";
import { bannedSite } from "./app/banned/lazy-site.ts";
import { memberBanners, memberTools, preloadPage } from "./app/routes.tsx";
import { readPageData } from "./lib/page-data.ts";
import { listenBeforeRouter } from "./lib/pop-guard.ts";
import { watchChunks } from "./ui/chunks.ts";

const data = readPageData();
const root = document.getElementById("root");
if (!root) throw new Error("This page has no root.");

/**
 * Draws the site a few milliseconds at a time, as a transition is: a touch on a slow phone need not wait for it.
 * What the HTML itself shows stays until all is drawn, so that nothing blinks. A page's chunk that fails to load
 * is loaded again by the page itself.
 */
async function start(container: HTMLElement): Promise<void> {
  // For the same reason React's renderer, the largest part, is read in a task of its own.
  const { createRoot } = await import("./renderer.ts");
  const isMember = data.user !== null;
  const frame = data.user?.banned ? [bannedSite] : [memberTools, memberBanners];
  const parts = isMember ? frame.map((part) => part.preload()) : [];
  await Promise.allSettled([preloadPage(window.location.pathname, isMember), ...parts]);
  const tree = createRoot(container);
  startTransition(() =>
    tree.render(
      <StrictMode>
        <App data={data} />
      </StrictMode>,
    ),
  );
}

listenBeforeRouter();
watchChunks();
// No `await` up here: the page's chunk may need this one.
void start(root);
