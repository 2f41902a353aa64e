import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { staysInPlace } from "#web/lib/stay.ts";
import { useUser } from "#web/lib/user.ts";
import { preloadPage } from "./routes.tsx";

const KEY = "bopolis-scroll";
/** A page that comes back may need a moment until it is as tall as it was. */
const PATIENCE_MS = 1_500;

type Places = Record<string, number>;

function readPlaces(): Places {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Places;
  } catch {
    return {};
  }
}

/** Scrolls to where the person was as soon as the page is tall enough, unless they scroll themselves. */
function returnTo(top: number): () => void {
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < top + window.innerHeight) return;
    window.scrollTo(0, top);
    stop();
  });
  const stop = () => {
    observer.disconnect();
    window.clearTimeout(timer);
    window.removeEventListener("wheel", stop);
    window.removeEventListener("touchstart", stop);
  };
  const timer = window.setTimeout(stop, PATIENCE_MS);
  window.addEventListener("wheel", stop, { passive: true, once: true });
  window.addEventListener("touchstart", stop, { passive: true, once: true });
  observer.observe(document.body);
  return stop;
}

function writePlace(key: string, top: number): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...readPlaces(), [key]: top }));
  } catch {
    // Full or forbidden: Back starts at the top then.
  }
}

/** Keeps where the person is on this entry of the history, from `top` on. Returns what ends that. */
function rememberPlace(key: string, top: number): () => void {
  const look = () => {
    top = window.scrollY;
  };
  const write = () => writePlace(key, top);
  window.addEventListener("scroll", look, { passive: true });
  window.addEventListener("pagehide", write);
  return () => {
    window.removeEventListener("scroll", look);
    window.removeEventListener("pagehide", write);
    write();
  };
}

/**
 * What a browser does between documents, done between pages: a new page starts at its top with the focus
 * on it (unless a modal was opened meanwhile), Back returns to the place. A change of the query alone (a
 * filter, a page number) keeps the focus, and with `STAY` as its state the place, too.
 */
export function useNavigationManners(): void {
  const { key, pathname, hash, state } = useLocation();
  const how = useNavigationType();
  const before = useRef<string | null>(null);

  useEffect(() => {
    history.scrollRestoration = "manual";
  }, []);

  // A layout effect, as the old entry's place must be written before the new page moves the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per entry of the history
  useLayoutEffect(() => {
    const last = before.current;
    before.current = pathname;
    if (last && last !== pathname && !document.querySelector("[data-modal]"))
      document.getElementById("main")?.focus({ preventScroll: true });
    // Every document's first entry has the same key.
    const place = key + pathname;
    let stop = () => {};
    if (how === "POP") stop = returnTo(readPlaces()[place] ?? 0);
    else if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    else if (how === "PUSH" && !staysInPlace(state)) window.scrollTo(0, 0);
    // The first page starts at its top; to ask for the place would have it laid out before it is painted.
    const end = rememberPlace(place, last === null ? 0 : window.scrollY);
    return () => {
      stop();
      end();
    };
  }, [key]);
}

/** Fetches a page's code when a pointer comes near a link to it, so that the press finds it here. */
export function usePreloadOnApproach(): void {
  const isMember = useUser() !== null;
  useEffect(() => {
    const approach = (event: Event) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (link?.origin !== location.origin) return;
      // A lost connection is told when the link is followed.
      preloadPage(link.pathname, isMember).catch(() => {});
    };
    document.addEventListener("pointerover", approach, { passive: true });
    document.addEventListener("focusin", approach);
    return () => {
      document.removeEventListener("pointerover", approach);
      document.removeEventListener("focusin", approach);
    };
  }, [isMember]);
}
