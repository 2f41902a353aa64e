import { useEffect, useState } from "react";

let supported: boolean | undefined;

/** Whether the browser supports WebGL 2. Releases its test context immediately. */
export function hasWebGl(): boolean {
  if (supported === undefined) {
    const context = document.createElement("canvas").getContext("webgl2");
    supported = context !== null;
    context?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return supported;
}

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
