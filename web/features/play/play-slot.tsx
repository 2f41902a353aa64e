import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { latePart, OnDemand } from "#web/ui/on-demand.tsx";
import { giveUp } from "./begin.ts";
import { launch } from "./play-store.ts";

const windows = latePart<{ onClose: () => void }>(() => import("./play-windows.tsx"));

const end = () => launch.set(giveUp(launch.get()));

/**
 * Where a launch shows, once on a page. Its code comes with the first one; where it can't be had the launch ends, as it does
 * when the page is left, which may be before the code is here.
 */
export function PlaySlot() {
  const { at } = useSyncExternalStore(launch.subscribe, launch.get);
  const { pathname } = useLocation();
  const here = useRef(pathname);
  useEffect(() => {
    if (here.current !== pathname) end();
    here.current = pathname;
  }, [pathname]);
  return at !== "idle" && <OnDemand part={windows} props={{ onClose: end }} />;
}
