import { X } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import type { Store } from "#web/lib/store.ts";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { cx } from "#web/ui/cx.ts";
import { HudLink } from "./hud-button.tsx";
import type { LoadProgress } from "./load-game.ts";
import styles from "./loading-screen.module.css";
import { playerLoadText } from "./text/player-load.ts";

/** Loading for longer than this, the screen mentions the slow connection. */
const SLOW_MS = 4_000;

function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false);
  useTimeout(() => setSlow(true), SLOW_MS);
  return isSlow;
}

function ProgressBar({ progress }: { progress: Store<LoadProgress> }) {
  const { step, share, loaded, total } = useSyncExternalStore(progress.subscribe, progress.get);
  const isSlow = useIsSlow();
  const percent = Math.round(share * 100);
  return (
    <>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={playerLoadText.loading}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className={styles.fill} style={{ transform: `scaleX(${share})` }} />
      </div>
      <div className={styles.status}>
        <span>{step === "build" ? playerLoadText.building : playerLoadText.loading}</span>
        <span>{loaded > 0 ? playerLoadText.bytes(loaded, total) : playerLoadText.connecting}</span>
      </div>
      <div className={styles.slow} role="status">
        {isSlow && step === "download" && playerLoadText.slow}
      </div>
    </>
  );
}

export interface LoadingScreenProps {
  /** Undefined until the level's details are known. */
  level: { title: string; thumbnail_url: string; user: { username: string } } | undefined;
  levelUrl: string;
  progress: Store<LoadProgress>;
  leaving: boolean;
  onLeave: () => void;
}

/** The level's blurred picture and title, with a progress bar. The same elements as the server-rendered HTML. */
export function LoadingScreen({ level, levelUrl, progress, leaving, onLeave }: LoadingScreenProps) {
  return (
    <div className={cx("play-paint", leaving && styles.leaving)} aria-hidden={leaving || undefined}>
      {level && <img src={level.thumbnail_url} width={512} height={288} alt="" />}
      <h1 dir="auto">{level?.title}</h1>
      <p>{level && playerLoadText.by(level.user.username)}</p>
      <div>{!leaving && <ProgressBar progress={progress} />}</div>
      {!leaving && (
        <HudLink
          icon={X}
          label={playerLoadText.back}
          className={styles.close}
          to={levelUrl}
          onClick={(event) => {
            event.preventDefault();
            onLeave();
          }}
        />
      )}
    </div>
  );
}
