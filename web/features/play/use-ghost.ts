import { useEffect, useEffectEvent, useState } from "react";
import { type Ghost, type LevelPlay, runRoute } from "#domain/runs/api.ts";
import type { Game, ReplayControls } from "#web/game/game.ts";
import type { GhostRun } from "#web/game/game-state.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { uiText } from "#web/ui/text/ui.ts";
import { playerText } from "./text/player.ts";

/** The runs that come with a level's details: the player's best, the record and the creator's, each once. */
export function knownGhosts({ own_ghost, record, creator }: LevelPlay): {
  own?: Ghost;
  record?: Ghost;
  creator?: Ghost;
} {
  const isOwn = (ghost: Ghost | null) => ghost !== null && ghost.run_id === own_ghost?.run_id;
  return {
    ...(own_ghost && { own: own_ghost }),
    ...(record && !isOwn(record) && { record }),
    ...(creator && !isOwn(creator) && creator.run_id !== record?.run_id && { creator }),
  };
}

/** Finds a run that can be shown; null if there's none with this id. */
async function findGhost(play: LevelPlay, id: number, signal: AbortSignal): Promise<Ghost | null> {
  const known = [play.own_ghost, play.record, play.creator].find((ghost) => ghost?.run_id === id);
  if (known) return known;
  const { run, ghost } = await call(runRoute, { params: { id }, signal });
  return run.level_id === play.level.id ? ghost : null;
}

async function loadGhostRun(ghost: Ghost, signal: AbortSignal): Promise<GhostRun> {
  const response = await fetch(ghost.log_url, { signal });
  if (!response.ok) throw new Error(`${ghost.log_url} returned ${response.status}`);
  const { start_tick: startTick, physics, look, user } = ghost;
  return { log: new Uint8Array(await response.arrayBuffer()), startTick, physics, look, name: user.username };
}

const NO_GHOST = {
  ghost: null as Ghost | null,
  /** The controls of its replay; null while it is raced. */
  controls: null as ReplayControls | null,
  /** Why it can't be shown. */
  problem: null as string | null,
};
type ShownGhost = typeof NO_GHOST;

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
