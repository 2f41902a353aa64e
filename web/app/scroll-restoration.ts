import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { keepsScroll } from "#web/lib/keep-scroll.ts";
import { listen } from "#web/lib/listen.ts";
import { parseStored, tabStorage } from "#web/lib/storage.ts";
import { useUser } from "#web/lib/user.ts";
import { preloadPage } from "./routes.tsx";

const KEY = "bopolis-scroll";
/** How long to wait until a page is as tall as it was before. */
const RESTORE_TIMEOUT_MS = 1_500;

type ScrollPositions = Record<string, number>;

function readPositions(): ScrollPositions {
  return (parseStored(tabStorage.get(KEY)) ?? {}) as ScrollPositions;
}

/** Restores a scroll position once the page is tall enough, unless the user scrolls first. Returns a function that stops it. */
function restoreScroll(top: number): () => void {
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < top + window.innerHeight) return;
    window.scrollTo(0, top);
    stop();
  });
  const stop = () => {
    observer.disconnect();
    window.clearTimeout(timer);
    stopListening();
  };
  const timer = window.setTimeout(stop, RESTORE_TIMEOUT_MS);
  const stopListening = listen(window, "wheel touchstart", stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

function savePosition(key: string, top: number): void {
  tabStorage.set(KEY, JSON.stringify({ ...readPositions(), [key]: top }));
}

/** Tracks the scroll position of a history entry, starting at `top`. Returns a function that saves it and stops. */
function trackPosition(key: string, top: number): () => void {
  const update = () => {
    top = window.scrollY;
  };
  const save = () => savePosition(key, top);
  window.addEventListener("scroll", update, { passive: true });
  window.addEventListener("pagehide", save);
  return () => {
    window.removeEventListener("scroll", update);
    window.removeEventListener("pagehide", save);
    save();
  };
}

/**
 * Does for client-side navigation what browsers do between documents. A new page starts at the top and gets the focus
 * (unless a modal is open), and Back restores the scroll position. If only the query changes (a filter, a page number),
 * the focus stays, and with `KEEP_SCROLL` as history state the scroll position stays too.
 */
export function useScrollAndFocusRestoration(): void {
  const { key, pathname, hash, state } = useLocation();
  const navigationType = useNavigationType();
  const previousPath = useRef<string | null>(null);

  useEffect(() => {
    history.scrollRestoration = "manual";
  }, []);

  // A layout effect, because the old entry's position must be saved before the new page scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per history entry
  useLayoutEffect(() => {
    const last = previousPath.current;
    previousPath.current = pathname;
    if (last && last !== pathname && !document.querySelector("[data-modal]"))
      document.getElementById("main")?.focus({ preventScroll: true });
    // The first entry of every document has the same key.
    const entry = key + pathname;
    let stop = () => {};
    if (navigationType === "POP") stop = restoreScroll(readPositions()[entry] ?? 0);
    else if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    else if (navigationType === "PUSH" && !keepsScroll(state)) window.scrollTo(0, 0);
    // Reading the position would force a layout before the first paint; the first page starts at the top anyway.
    const endTracking = trackPosition(entry, last === null ? 0 : window.scrollY);
    return () => {
      stop();
      endTracking();
    };
  }, [key]);
}

export function usePreloadOnHover(): void {
  const user = useUser();
  const preloadLink = useEffectEvent((pathname: string) => preloadPage(pathname, user));
  useEffect(() => {
    const preload = (event: Event) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (link?.origin !== location.origin) return;
      // Errors show when the link is followed.
      preloadLink(link.pathname).catch(() => {});
    };
    return listen(document, "pointerover focusin", preload, { passive: true });
  }, []);
}
