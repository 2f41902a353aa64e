import { useSyncExternalStore } from "react";
import { celebrationSounds } from "#web/lib/celebration-sounds.ts";
import { Switch } from "#web/ui/checkbox.tsx";
import { soundsText } from "./text/sounds.ts";

/** Turns the sounds of celebrations on and off, on this device. */
export function SoundsSwitch() {
  const isOn = useSyncExternalStore(celebrationSounds.subscribe, celebrationSounds.get);
  return (
    <Switch label={soundsText.label} hint={soundsText.hint} checked={isOn} onChange={celebrationSounds.set} />
  );
}
