/** Whether the browser can show a page on the whole screen. Phones by Apple can't. */
export const canFullscreen = (): boolean => document.fullscreenEnabled === true;

/** Enters or leaves full screen. Browsers can refuse. */
export async function toggleFullscreen(): Promise<void> {
  if (!canFullscreen()) return;
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen({ navigationUI: "hide" });
  } catch {
    // The page stays as it is.
  }
}
