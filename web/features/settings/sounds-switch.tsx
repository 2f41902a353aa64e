import { useSyncExternalStore } from "react";
import { celebrationSounds } from "#web/lib/celebration-sounds.ts";
import { Switch } from "#web/ui/checkbox.tsx";

const soundsText = {
  label: "Celebration sounds",
  hint: "Short sounds for coins, badges and new levels, on this device.",
} as const;

export function SoundsSwitch() {
  const isOn = useSyncExternalStore(celebrationSounds.subscribe, celebrationSounds.get);
  return (
    <Switch label={soundsText.label} hint={soundsText.hint} checked={isOn} onChange={celebrationSounds.set} />
  );
}
