import type { GameSettings } from "#web/game/game-settings.ts";

/** The settings of a player alone. Keys for other players would take Enter from the page. */
export const soloSettings = (settings: GameSettings): GameSettings => ({
  ...settings,
  keys: { ...settings.keys, chat: [], players: [], hide_others: [] },
});
