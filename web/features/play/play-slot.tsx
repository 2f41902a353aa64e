import { useSyncExternalStore } from "react";
import { latePart, OnDemand } from "#web/ui/on-demand.tsx";
import { launch } from "./play-store.ts";

const windows = latePart<{ onClose: () => void }>(() => import("./play-windows.tsx"));

/** Where a launch shows, once on a page. Its code comes with the first one; where it can't be had the launch ends. */
export function PlaySlot() {
  const { at, run } = useSyncExternalStore(launch.subscribe, launch.get);
  const onClose = () => launch.set({ at: "idle", run: run + 1 });
  return at !== "idle" && <OnDemand part={windows} props={{ onClose }} />;
}
