import { useEffect, useEffectEvent } from "react";
import type { GameSettings, PadPush } from "#web/game/game-settings.ts";
import { gamepads, type PadSnapshot } from "#web/game/input/pads.ts";
import { listen } from "#web/lib/listen.ts";
import { toast } from "#web/ui/toast-store.ts";
import { playerSettingsText } from "./text/player-settings.ts";

const PUSHED = 0.6;

/** Whether a gamepad can't be read by the position of its buttons. */
export const isOtherPad = ({ mapping, connected }: Pick<PadSnapshot, "mapping" | "connected">): boolean =>
  connected && mapping !== "standard";

/** A gamepad's name, without the numbers that some browsers add. */
export const padName = (id: string): string => id.replace(/\s*\(.*$/, "").trim() || id;

/** The push on a gamepad that wasn't there before; null without one. */
export function newPush(before: PadSnapshot, now: PadSnapshot): PadPush | null {
  for (const [i, { pressed }] of now.buttons.entries())
    if (pressed && !before.buttons[i]?.pressed) return `b${i}`;
  for (const [i, value] of now.axes.entries()) {
    const rest = before.axes[i] ?? 0;
    // A switch with eight directions on one axis has its rest outside, and can't be read.
    if (Math.abs(rest) > 1 || Math.abs(value - rest) < PUSHED) continue;
    return `a${i}${value > rest ? "+" : "-"}`;
  }
  return null;
}

/** Whether a gamepad is connected that the player has to set up. */
export const hasUnknownPad = ({ padMaps }: Pick<GameSettings, "padMaps">): boolean =>
  gamepads().some((pad) => pad && isOtherPad(pad) && !padMaps[pad.id]);

/** Offers to set up a gamepad that does nothing yet, when it's connected. */
export function usePadOffer(settings: GameSettings, onSetUp: () => void): void {
  const offer = useEffectEvent(() => {
    if (!hasUnknownPad(settings)) return;
    const { offer: sentence, begin } = playerSettingsText.padSetup;
    toast(sentence, { action: { label: begin, onSelect: onSetUp } });
  });
  useEffect(() => {
    offer();
    return listen(window, "gamepadconnected", () => offer());
  }, []);
}
