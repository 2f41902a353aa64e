/** Whether the browser can show a page on the whole screen. Phones by Apple can't. */
export const canFullscreen = (): boolean => document.fullscreenEnabled === true;

/** Enters or leaves full screen. Browsers can refuse. */
export async function toggleFullscreen(): Promise<void> {
  if (!canFullscreen()) return;
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen({ navigationUI: "hide" });
  await change.catch(() => undefined);
}
