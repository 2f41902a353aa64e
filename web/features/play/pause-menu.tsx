import { Flag, LogOut, Maximize, Minimize, Play, RotateCcw, Settings, Users } from "lucide-react";
import type { Game } from "#web/game/game.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { canFullscreen, toggleFullscreen } from "./fullscreen.ts";
import { usePadNavigation } from "./pad-navigation.ts";
import styles from "./pause-menu.module.css";
import { pauseText } from "./text/player.ts";
import { useGameState } from "./use-game-state.ts";

export interface PauseMenuProps {
  game: Game;
  onClose: () => void;
  onPlayers: (() => void) | null;
  onSettings: () => void;
  onLeave: () => void;
}

/** Focuses a button when it appears; the modal would focus its close button. */
const focusButton = (button: HTMLButtonElement | null): void => button?.focus();

/** The menu over a run. The run's clock goes on meanwhile. */
export default function PauseMenu({ game, onClose, onPlayers, onSettings, onLeave }: PauseMenuProps) {
  const phase = useGameState(game, (state) => state.phase);
  usePadNavigation("[data-modal]", onClose);
  const isRunning = phase === "running";
  const text = isRunning ? pauseText.text : phase === "ready" ? pauseText.textReady : pauseText.textDone;
  const then = (action: () => void) => () => {
    action();
    onClose();
  };
  return (
    <Modal open title={pauseText.title} text={text} onClose={onClose}>
      <div className={styles.list}>
        <Button variant="primary" icon={Play} full ref={focusButton} onClick={onClose}>
          {pauseText.resume}
        </Button>
        <div className={styles.pair}>
          <Button icon={RotateCcw} full disabled={phase === "ready"} onClick={then(() => game.restart())}>
            {pauseText.restart}
          </Button>
          <Button icon={Flag} full disabled={!isRunning} onClick={then(() => game.respawn())}>
            {pauseText.respawn}
          </Button>
        </div>
        <div className={styles.pair}>
          <Button icon={Settings} full onClick={onSettings}>
            {pauseText.settings}
          </Button>
          {canFullscreen() && (
            <Button
              icon={document.fullscreenElement ? Minimize : Maximize}
              full
              onClick={then(() => void toggleFullscreen())}
            >
              {document.fullscreenElement ? pauseText.leaveFullscreen : pauseText.fullscreen}
            </Button>
          )}
        </div>
        {onPlayers && (
          <Button icon={Users} full onClick={onPlayers}>
            {pauseText.players}
          </Button>
        )}
        <Button variant="quiet" icon={LogOut} full onClick={onLeave}>
          {pauseText.leave}
        </Button>
      </div>
    </Modal>
  );
}
