import { useEffect, useEffectEvent, useState } from "react";
import type { Ghost, LevelPlay } from "#domain/runs/api.ts";
import type { Game, ReplayControls } from "#web/game/game.ts";
import { ResponseError } from "#web/lib/api.ts";
import { uiText } from "#web/ui/text/ui.ts";
import { findGhost, loadGhostRun } from "./ghost-run.ts";
import { playerText } from "./text/player.ts";

interface ShownGhost {
  ghost: Ghost | null;
  /** The controls of its replay; null while it is raced. */
  controls: ReplayControls | null;
  /** Why it can't be shown. */
  problem: string | null;
}

const NO_GHOST: ShownGhost = { ghost: null, controls: null, problem: null };

/** Shows the run with this id: as a film, or beside the player. Nothing without an id. */
export function useGhost(game: Game, play: LevelPlay, id: number | null, isRace: boolean): ShownGhost {
  const [shown, setShown] = useState(NO_GHOST);
  const find = useEffectEvent((ghostId: number, signal: AbortSignal) => findGhost(play, ghostId, signal));
  useEffect(() => {
    if (id === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const show = async () => {
      const ghost = await find(id, signal);
      if (!ghost) throw new ResponseError(404, "not_found", playerText.ghostMissing);
      const run = await loadGhostRun(ghost, signal);
      if (signal.aborted) return;
      if (isRace) {
        const canRace = game.raceGhost(run);
        setShown(
          canRace
            ? { ghost, controls: null, problem: null }
            : { ...NO_GHOST, problem: playerText.ghostIncompatible },
        );
        return;
      }
      const controls = game.watch([run]);
      if (controls.state.get().ticks > 0) return setShown({ ghost, controls, problem: null });
      game.stopWatching();
      setShown({ ...NO_GHOST, problem: playerText.ghostIncompatible });
    };
    show().catch((error: unknown) => {
      if (signal.aborted) return;
      const isMissing = error instanceof ResponseError && [403, 404].includes(error.status);
      setShown({ ...NO_GHOST, problem: isMissing ? playerText.ghostMissing : uiText.failed });
    });
    return () => {
      controller.abort();
      game.raceGhost(null);
      setShown(NO_GHOST);
    };
  }, [game, id, isRace]);
  return shown;
}
