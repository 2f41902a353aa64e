import { useEffect } from "react";
import { PlayerScreen } from "#web/features/player/player-screen.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import type { LevelRatingProps } from "./level-rating.tsx";

const levelRating = lazyPart<LevelRatingProps & { onClose: () => void }>(() => import("./level-rating.tsx"));
/** The rating loads after the level. */
const PRELOAD_MS = 5_000;
const ignore = () => {};

/** Plays a level in the browser. The page has no bar and no footer. */
export default function PlayPage() {
  useEffect(() => {
    const timer = setTimeout(levelRating.preload, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <PlayerScreen
      rating={(level, refresh) => <OnDemand part={levelRating} props={{ level, refresh, onClose: ignore }} />}
    />
  );
}
