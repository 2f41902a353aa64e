import { useEffect, useState } from "react";

let supported: boolean | undefined;

/** Whether this browser can draw with WebGL 2. The context made to find out is given back at once. */
export function hasWebGl(): boolean {
  if (supported === undefined) {
    const context = document.createElement("canvas").getContext("webgl2");
    supported = context !== null;
    context?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return supported;
}

let taken = false;

/** True for the first of a page's previews: browsers take contexts away from pages with many. */
export function useOnlyCanvas(): boolean {
  const [mine, setMine] = useState(false);
  useEffect(() => {
    if (taken) return;
    taken = true;
    setMine(true);
    return () => {
      taken = false;
    };
  }, []);
  return mine;
}
