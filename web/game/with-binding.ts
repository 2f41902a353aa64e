import { BINDINGS_MAX, GAME_CONTROLS, type GameControl } from "./game-settings.ts";

/** Binds a key or button to a control, in place of `replaced` if given. Other controls lose it. */
export function withBinding<T>(
  bindings: Record<GameControl, T[]>,
  control: GameControl,
  binding: T,
  replaced?: T,
): Record<GameControl, T[]> {
  const result = { ...bindings };
  for (const other of GAME_CONTROLS)
    if (bindings[other].includes(binding)) result[other] = bindings[other].filter((one) => one !== binding);
  const own = result[control].filter((one) => one !== replaced);
  result[control] = [...own, binding].slice(-BINDINGS_MAX);
  return result;
}
