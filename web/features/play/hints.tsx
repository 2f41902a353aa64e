import { Check, Eye, Footprints, MoveUp } from "lucide-react";
import type { Game } from "#web/game/game.ts";
import type { GameSettings } from "#web/game/game-settings.ts";
import type { GameState } from "#web/game/game-state.ts";
import { type KeyboardLayout, useKeyboardLayout } from "#web/lib/keyboard-layout.ts";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { cx } from "#web/ui/cx.ts";
import styles from "./hud.module.css";
import { buttonName, keyName, movementKeys } from "./key-names.ts";
import { playerHintsText } from "./text/player.ts";
import { useGameState } from "./use-game-state.ts";

type HintKind = "move" | "look" | "jump";
const KINDS: readonly HintKind[] = ["move", "look", "jump"];
const ICONS = { move: Footprints, look: Eye, jump: MoveUp };
const isDone: Record<HintKind, (state: GameState) => boolean> = {
  move: (state) => state.hasMoved,
  look: (state) => state.hasLooked,
  jump: (state) => state.hasJumped,
};
/** Done hints stay this long, so the check mark is seen. */
const DONE_MS = 1_500;

/** The hint in the words of the device in hand. */
export function hintText(
  kind: HintKind,
  device: GameState["device"],
  settings: GameSettings,
  layout: KeyboardLayout,
): string {
  const { keys, pad, mouse, touchSide } = settings;
  if (device === "touch")
    return kind === "move" ? playerHintsText.move.touch(touchSide) : playerHintsText[kind].touch;
  if (kind === "move")
    return device === "pad"
      ? playerHintsText.move.pad
      : playerHintsText.move.keys(movementKeys(keys, layout));
  if (kind === "look")
    return device === "pad" ? playerHintsText.look.pad : playerHintsText.look.keys(mouse === "lock");
  return device === "pad"
    ? playerHintsText.jump.pad(buttonName(pad.jump[0] ?? 0))
    : playerHintsText.jump.keys(keyName(keys.jump[0] ?? "", layout));
}

interface HintsProps {
  game: Game;
  settings: GameSettings;
  onDone: () => void;
}

/** The three hints of the first visit. Each is checked off when it's done; `onDone` is called after the last. */
export function Hints({ game, settings, onDone }: HintsProps) {
  const layout = useKeyboardLayout();
  const device = useGameState(game, (state) => state.device);
  const done = useGameState(game, (state) => KINDS.filter((kind) => isDone[kind](state)).join());
  const isOver = done === KINDS.join();
  useTimeout(onDone, isOver ? DONE_MS : null);
  return (
    <ul className={styles.hints}>
      {KINDS.map((kind) => {
        const isChecked = done.split(",").includes(kind);
        const Icon = isChecked ? Check : ICONS[kind];
        return (
          <li key={kind} className={cx(styles.hint, isChecked && styles.done)}>
            <Icon aria-hidden />
            {hintText(kind, device, settings, layout)}
            {isChecked && <span className="sr-only">{playerHintsText.done}</span>}
          </li>
        );
      })}
    </ul>
  );
}
