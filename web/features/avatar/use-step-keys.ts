import { useEffect, useEffectEvent } from "react";
import type { AvatarDraftState } from "./use-avatar-draft.ts";

/** Ctrl + Z takes a step back; with Shift, or Ctrl + Y, it repeats one. Text fields keep their own. */
export function useStepKeys({ stepBack, stepForward }: AvatarDraftState): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const isText = (event.target as Element).matches("input, textarea, [role=dialog] *");
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isText) return;
    if (key === "z" && !event.shiftKey) stepBack();
    else if (key === "y" || key === "z") stepForward();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
