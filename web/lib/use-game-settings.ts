import { useCallback, useState } from "react";
import { type GameSettings, loadGameSettings, saveGameSettings } from "#web/game/game-settings.ts";

/** The game settings of this device. Changes are stored at once. */
export function useGameSettings(): [GameSettings, (values: Partial<GameSettings>) => void] {
  const [settings, setSettings] = useState(loadGameSettings);
  const change = useCallback(
    (values: Partial<GameSettings>) =>
      setSettings(() => {
        // Another tab may have changed others.
        const next = { ...loadGameSettings(), ...values };
        saveGameSettings(next);
        return next;
      }),
    [],
  );
  return [settings, change];
}
