import type { QueryClient } from "@tanstack/react-query";
import type { JoinDestination } from "#domain/play/api.ts";
import { probeWebGl } from "#web/scene/web-gl.ts";
import { whenIdle } from "./use-play-choice.ts";

/** Whether the user asked the browser to save data. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Calls `preload` once an element is in sight and the browser is idle, unless the browser can't draw the player or saves data.
 * Returns a function that stops it.
 */
export function watchForPlay(element: Element, preload: () => void): () => void {
  if (savesData()) return () => {};
  let isStopped = false;
  let stopIdle = () => {};
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    stopIdle = whenIdle(() => void probeWebGl().then((canDraw) => canDraw && !isStopped && preload()));
  });
  observer.observe(element);
  return () => {
    isStopped = true;
    observer.disconnect();
    stopIdle();
  };
}

const loadPrefetch = () => import("./prefetch-play.ts");

/**
 * Starts what a level's player needs at the same time as its code: its document, its play info, and a place in a room for
 * members. `destination` is null for visitors.
 */
export function startPlay(client: QueryClient, levelId: number, destination: JoinDestination | null): void {
  loadPrefetch().then(
    ({ prefetchPlay }) => prefetchPlay(client, levelId, destination),
    () => {},
  );
}

/** Downloads the code of `startPlay`. */
export const preloadPrefetch = (): void => void loadPrefetch().catch(() => {});
