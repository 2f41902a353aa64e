import { useEffect, useState, useSyncExternalStore } from "react";
import { detectSystem } from "#domain/play/downloads.ts";
import { probeWebGl } from "#web/scene/web-gl.ts";
import { type PlayChoice, playChoice } from "./play-choice.ts";

/** Whether the desktop client can run here. It runs on computers only. */
export const isComputer = (): boolean =>
  detectSystem(navigator.userAgent, navigator.maxTouchPoints) !== "phone";

const IDLE_TIMEOUT_MS = 2_000;

/** Runs a task when the browser is idle. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(task, IDLE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}

/**
 * Where Play opens a level: the user's choice on this device, else the browser. Without WebGL 2, which is tested when the
 * browser is idle, the desktop client comes first.
 */
export function usePlayChoice(): PlayChoice {
  const chosen = useSyncExternalStore(playChoice.subscribe, playChoice.get);
  const [canDraw, setCanDraw] = useState(true);
  useEffect(() => {
    if (isComputer()) return whenIdle(() => void probeWebGl().then(setCanDraw));
  }, []);
  if (!isComputer()) return "browser";
  return chosen ?? (canDraw ? "browser" : "desktop");
}
