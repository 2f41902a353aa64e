import * as Dialog from "radix-ui/dialog";
import { type CSSProperties, useEffect, useRef } from "react";
import { spiritTier } from "#domain/users/spirit.ts";
import { finishCelebration, type LevelCelebration, type Queued } from "#web/lib/celebrate.ts";
import { Button } from "#web/ui/button.tsx";
import { celebrationsText } from "../text/celebrations.ts";
import { CheeringBopi } from "./cheering-bopi.tsx";
import styles from "./level-stage.module.css";
import { playCelebration } from "./play-celebration.ts";
import { markSeen } from "./seen-elsewhere.ts";

const PIECES = Array.from({ length: 36 }, (_, i) => ({
  "--x": (i * 61.8) % 100,
  "--d": (i * 0.137) % 1,
  "--w": ((i * 0.39) % 1) * 2 - 1,
  "--c": ["#ffb800", "#f99205", "#4cd261", "#4aa8ff", "#ff5c8a"][i % 5],
}));

/** A new spirit level on the whole window. Escape, a tap or its button close it. */
export function LevelStage({ celebration }: { celebration: Queued<LevelCelebration> }) {
  const { id, level, coins, key } = celebration;
  const opener = useRef(document.activeElement as HTMLElement | null);
  const close = () => finishCelebration(id);
  useEffect(() => {
    playCelebration("level");
    if (key) markSeen(key);
  }, [key]);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Content
          className={styles.stage}
          aria-modal="true"
          data-celebration="level"
          onClick={close}
          // The level below, if any, doesn't get these keys.
          onKeyDown={(event) => event.stopPropagation()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
        >
          <div className={styles.rays} aria-hidden />
          <div className={styles.confetti} aria-hidden>
            {PIECES.map((piece) => (
              <i key={piece["--x"]} style={piece as CSSProperties} />
            ))}
          </div>
          <div className={styles.show}>
            <div className={styles.figure} aria-hidden>
              <CheeringBopi className={styles.bopi} size={260} />
              <img
                className={styles.spirit}
                src={`/static/spirit/${spiritTier(level)}.svg`}
                width={112}
                height={112}
                alt=""
              />
            </div>
            <Dialog.Title className={styles.title}>{celebrationsText.level(level)}</Dialog.Title>
            <Dialog.Description className={styles.text}>{celebrationsText.levelText}</Dialog.Description>
            <p className={styles.coins}>
              <img src="/static/emoticons/coin.svg" width={32} height={32} alt="" />
              {celebrationsText.levelCoins(coins)}
            </p>
            <Button variant="primary" onClick={close}>
              {celebrationsText.go}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
