import { useCallback, useSyncExternalStore } from "react";
import type { Game } from "#web/game/game.ts";
import type { GameState } from "#web/game/game-state.ts";

/** Returns a part of the game's state. Renders again only when that part changes, so `select` returns plain values. */
export function useGameState<T>(game: Game, select: (state: GameState) => T): T {
  const read = useCallback(() => select(game.state.get()), [game, select]);
  return useSyncExternalStore(game.state.subscribe, read);
}
