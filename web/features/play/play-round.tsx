import { Play } from "lucide-react";
import type { LevelCard } from "#domain/levels/card.ts";
import type { JoinDestination } from "#domain/play/api.ts";
import { playButtonText } from "#web/text/play-button.ts";
import { useLoading } from "./play-button.tsx";
import styles from "./play-round.module.css";
import { setOut } from "./play-store.ts";

/** A level's Play button on its picture, for members. */
export default function PlayRound({ level }: { level: Pick<LevelCard, "id" | "title"> }) {
  const destination: JoinDestination = { destination_type: "Level", id: level.id };
  const busy = useLoading(destination);
  return (
    <button
      type="button"
      className={styles.round}
      aria-label={playButtonText.play(level.title)}
      aria-busy={busy}
      onClick={() => setOut(destination)}
    >
      <Play aria-hidden />
    </button>
  );
}
