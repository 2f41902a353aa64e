import { useState } from "react";
import { useParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import type { DesktopLaunchProps } from "#web/features/play/pages/desktop-launch.tsx";
import type { LevelRatingProps } from "#web/features/ratings/pages/level-rating.tsx";
import type { PersonDialogsProps } from "#web/features/reports/pages/person-dialogs.tsx";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { LoadError } from "../load-error.tsx";
import { Player } from "../player.tsx";

const levelRating = lazyPart<LevelRatingProps & { onClose: () => void }>(
  () => import("#web/features/ratings/pages/level-rating.tsx"),
);
const personDialogs = lazyPart<PersonDialogsProps>(
  () => import("#web/features/reports/pages/person-dialogs.tsx"),
);
const desktopLaunch = lazyPart<DesktopLaunchProps>(
  () => import("#web/features/play/pages/desktop-launch.tsx"),
);
const PRELOAD_MS = 5_000;
const ignore = () => {};

export default function PlayPage() {
  const { id = "" } = useParams();
  const [launch, setLaunch] = useState<Omit<DesktopLaunchProps, "onClose"> | null>(null);
  useTimeout(levelRating.preload, PRELOAD_MS);
  if (!isValidParam("id", id))
    return <LoadError problem="missing" detail={null} levelUrl="/levels" onRetry={ignore} />;
  return (
    <>
      <Player
        key={id}
        levelId={Number(id)}
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
