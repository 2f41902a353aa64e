import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { launchStore, startPlaying } from "./launch-store.ts";
import { playChoice } from "./play-choice.ts";
import { endLaunch, levelTarget } from "./start-launch.ts";

/**
 * Opens the Play links of cards in the desktop client if that is this device's choice. Listens on the document, so visitors'
 * cards don't carry the client's code. Returns a function that stops it.
 */
function watchPlayLinks(): () => void {
  const onClick = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!isPlain || playChoice.get() !== "desktop" || !(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLElement>("a[data-play]");
    if (!link) return;
    // The router follows links whose default isn't prevented.
    event.preventDefault();
    startPlaying(levelTarget(Number(link.dataset.play)));
  };
  document.addEventListener("click", onClick, true);
  return () => document.removeEventListener("click", onClick, true);
}

const modals = lazyPart<{ onClose: () => void }>(() => import("./launch-modals.tsx"));

const end = () => launchStore.set(endLaunch(launchStore.get()));

/**
 * Renders the page's launch. Its code loads with the first launch. The launch ends if the code fails to load or the user
 * leaves the page, which can happen before the code has loaded.
 */
export function PlaySlot() {
  const { at } = useSyncExternalStore(launchStore.subscribe, launchStore.get);
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(watchPlayLinks, []);
  useEffect(() => {
    if (lastPath.current !== pathname) end();
    lastPath.current = pathname;
  }, [pathname]);
  return at !== "idle" && <OnDemand part={modals} props={{ onClose: end }} />;
}
