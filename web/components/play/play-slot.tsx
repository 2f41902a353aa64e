import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { launchStore } from "./launch-store.ts";
import { endLaunch } from "./start-launch.ts";
import { watchPlayLinks } from "./watch-play-links.ts";

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
