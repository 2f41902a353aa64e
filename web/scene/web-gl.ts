import { useEffect, useState } from "react";
import { once } from "#domain/once.ts";
import { scriptUrl } from "#web/lib/script-url.ts";
import probeUrl from "./web-gl-probe.ts?worker&url";

let supported: boolean | undefined;

/** Whether the browser supports WebGL 2. Creates a context, so it blocks the page, and releases it at once. */
export function hasWebGl(): boolean {
  if (supported === undefined) {
    const context = document.createElement("canvas").getContext("webgl2");
    supported = context !== null;
    context?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return supported;
}

/** The same without blocking the page, for what may draw later. */
export const probeWebGl: () => Promise<boolean> = once(async () => {
  if (supported !== undefined || typeof OffscreenCanvas === "undefined") return hasWebGl();
  const worker = new Worker(scriptUrl(probeUrl), { type: "module" });
  const found = await new Promise<boolean | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data);
    worker.onerror = () => resolve(null);
  });
  worker.terminate();
  return found ?? hasWebGl();
});

let isTaken = false;

/** Returns true for a page's first preview only, because browsers drop contexts if a page has many. */
export function useSingleCanvas(): boolean {
  const [isMine, setIsMine] = useState(false);
  useEffect(() => {
    if (isTaken) return;
    isTaken = true;
    setIsMine(true);
    return () => {
      isTaken = false;
    };
  }, []);
  return isMine;
}
