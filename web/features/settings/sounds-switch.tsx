import { useSyncExternalStore } from "react";
import { meText } from "#web/features/me/text.ts";
import { celebrationSounds } from "#web/lib/celebration-sounds.ts";
import { Switch } from "#web/ui/checkbox.tsx";

/** Turns the sounds of celebrations on and off, on this device. */
export function SoundsSwitch() {
  const isOn = useSyncExternalStore(celebrationSounds.subscribe, celebrationSounds.get);
  return (
    <Switch label={meText.sounds} hint={meText.soundsHint} checked={isOn} onChange={celebrationSounds.set} />
  );
}
