import { Play } from "lucide-react";
import type { LevelCardData } from "#domain/levels/card.ts";
import type { JoinDestination } from "#domain/play/api.ts";
import { playButtonText } from "#web/text/play-button.ts";
import { startPlaying } from "./launch-store.ts";
import { useIsLaunchLoading } from "./play-button.tsx";
import styles from "./round-play-button.module.css";

/** The Play button on a level card's picture, for members. */
export default function RoundPlayButton({ level }: { level: Pick<LevelCardData, "id" | "title"> }) {
  const destination: JoinDestination = { destination_type: "Level", id: level.id };
  const busy = useIsLaunchLoading(destination);
  return (
    <button
      type="button"
      className={styles.round}
      aria-label={playButtonText.play(level.title)}
      aria-busy={busy}
      onClick={() => startPlaying(destination)}
    >
      <Play aria-hidden />
    </button>
  );
}
