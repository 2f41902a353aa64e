import { type Ghost, type LevelPlay, runRoute } from "#domain/runs/api.ts";
import type { GhostRun } from "#web/game/game-state.ts";
import { call } from "#web/lib/api.ts";

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
export async function findGhost(play: LevelPlay, id: number, signal: AbortSignal): Promise<Ghost | null> {
  const known = [play.own_ghost, play.record, play.creator].find((ghost) => ghost?.run_id === id);
  if (known) return known;
  const { run, ghost } = await call(runRoute, { params: { id }, signal });
  return run.level_id === play.level.id ? ghost : null;
}

/** Downloads a run's inputs. */
export async function loadGhostRun(ghost: Ghost, signal: AbortSignal): Promise<GhostRun> {
  const response = await fetch(ghost.log_url, { signal });
  if (!response.ok) throw new Error(`${ghost.log_url} returned ${response.status}`);
  const { start_tick: startTick, physics, look, user } = ghost;
  return { log: new Uint8Array(await response.arrayBuffer()), startTick, physics, look, name: user.username };
}
