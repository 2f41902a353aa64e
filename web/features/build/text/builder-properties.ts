import { formatNumber } from "#web/lib/format.ts";

export const builderPropertiesText = {
  position: "Position",
  size: "Size",
  rotation: "Rotation",
  axis: { x: "X", y: "Y", z: "Z" },
  field: (name: string, axis: string) => `${name} ${axis}`,
  mixed: "–",
  mixedHint: "Different values",
  color: "Color",
  shape: "Shape",
  material: "Material",
  effect: "Effect",
  noEffect: "None",
  hazard: "Kind",
  yaw: "Direction",
  degrees: "°",
  motion: "Moves back and forth",
  motionBy: "Moves by",
  seconds: "Seconds each way",
  showMotion: "Show it moving",
  locked: "Locked",
  lockedHint: "Can't be selected by pointing at it.",
  invalidNumber: "Enter a number.",
  outOfRange: (min: number, max: number) =>
    `Enter a number from ${formatNumber(min)} to ${formatNumber(max)}.`,
  effects: {
    bounce: "Bounce",
    boost: "Speed boost",
    crumble: "Crumble",
    ghost: "Walk through",
  },
} as const;
