import { Suspense, useEffect, useSyncExternalStore } from "react";
import { celebrations, holdCelebrations, takeCelebrations, upcoming } from "#web/lib/celebrate.ts";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { SilentErrorBoundary } from "#web/ui/silent-error-boundary.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { celebrationsText } from "../text/celebrations.ts";
import { memberShellText } from "../text/member-shell.ts";
import { watchPresses } from "./last-press.ts";
import { dropSeenElsewhere } from "./seen-elsewhere.ts";

const show = lazyPart(() => import("./celebration-show.tsx"));

/** A page in the background holds celebrations back, and then leaves out what another tab has shown. */
function useHoldInBackground(): void {
  useEffect(() => {
    let release: (() => void) | undefined;
    const update = () => {
      if (document.visibilityState === "hidden") release ??= holdCelebrations();
      else if (release) {
        dropSeenElsewhere();
        release();
        release = undefined;
      }
    };
    update();
    document.addEventListener("visibilitychange", update);
    return () => {
      document.removeEventListener("visibilitychange", update);
      release?.();
    };
  }, []);
}

/** Says in toasts what can't be shown, because its code can't be loaded. */
function toastInstead(): void {
  show.reset();
  for (const celebration of takeCelebrations()) {
    if (celebration.kind === "level")
      toast(memberShellText.spiritReached(celebration.level), { tone: "good" });
    else if (celebration.kind === "badge")
      toast(`${celebration.reason}: ${celebration.title}`, { tone: "good", action: celebration.action });
  }
}

/** Shows what `celebrate()` is called with. Its pictures and motion load with the first celebration. */
export function CelebrationHost() {
  const { coins, stage } = upcoming(useSyncExternalStore(celebrations.subscribe, celebrations.get));
  useHoldInBackground();
  useEffect(() => watchPresses(), []);
  const { Part } = show;
  return (
    <>
      {/* The level's dialog is announced as such. */}
      <p className="sr-only" aria-live="polite">
        {stage?.kind === "badge" && celebrationsText.badgeAnnounced(stage.reason, stage.title)}{" "}
        {coins && coins.coins > 0 && celebrationsText.coinsAnnounced(coins.coins)}
      </p>
      {(coins || stage) && (
        <SilentErrorBoundary onFail={toastInstead}>
          <Suspense>
            <Part coins={coins} stage={stage} />
          </Suspense>
        </SilentErrorBoundary>
      )}
    </>
  );
}
