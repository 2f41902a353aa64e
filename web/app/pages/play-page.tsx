import { useEffect, useState } from "react";
import { PlayerScreen } from "#web/features/player/player-screen.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import type { DesktopLaunchProps } from "./desktop-launch.tsx";
import type { LevelRatingProps } from "./level-rating.tsx";
import type { PersonDialogsProps } from "./person-dialogs.tsx";

const levelRating = lazyPart<LevelRatingProps & { onClose: () => void }>(() => import("./level-rating.tsx"));
const personDialogs = lazyPart<PersonDialogsProps>(() => import("./person-dialogs.tsx"));
const desktopLaunch = lazyPart<DesktopLaunchProps>(() => import("./desktop-launch.tsx"));
/** The rating loads after the level. */
const PRELOAD_MS = 5_000;
const ignore = () => {};

/** Plays a level in the browser. The page has no bar and no footer. */
export default function PlayPage() {
  const [launch, setLaunch] = useState<Omit<DesktopLaunchProps, "onClose"> | null>(null);
  useEffect(() => {
    const timer = setTimeout(levelRating.preload, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <PlayerScreen
        rating={(level, refresh) => (
          <OnDemand part={levelRating} props={{ level, refresh, onClose: ignore }} />
        )}
        personDialog={(dialog) => <OnDemand part={personDialogs} props={dialog} />}
        onDesktop={(userId, levelId) => setLaunch({ userId, levelId })}
      />
      {launch && <OnDemand part={desktopLaunch} props={{ ...launch, onClose: () => setLaunch(null) }} />}
    </>
  );
}
