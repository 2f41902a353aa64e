import { startPlaying } from "./launch-store.ts";
import { playChoice } from "./play-choice.ts";
import { levelTarget } from "./start-launch.ts";

/**
 * Opens the Play links of cards in the desktop client if that is this device's choice. Listens on the document, so visitors'
 * cards don't carry the client's code. Returns a function that stops it.
 */
export function watchPlayLinks(): () => void {
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
