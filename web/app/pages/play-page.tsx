import { useEffect } from "react";
import { PlayerScreen } from "#web/features/player/player-screen.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import type { PlayRatingProps } from "./play-rating.tsx";

const playRating = lazyPart<PlayRatingProps>(() => import("./play-rating.tsx"));
/** The rating loads after the level. */
const PRELOAD_MS = 5_000;
const ignore = () => {};

/** Plays a level in the browser. The page has no bar and no footer. */
export default function PlayPage() {
  useEffect(() => {
    const timer = setTimeout(playRating.preload, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <PlayerScreen
      rating={(level, refresh) => <OnDemand part={playRating} props={{ level, refresh, onClose: ignore }} />}
    />
  );
}
