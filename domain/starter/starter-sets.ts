import type { StarterKey } from "./starter-items.ts";

export const STARTER_SETS = {
  sunny: ["sunny-side-up", "striped-jumper", "springy-sneakers"],
  space: ["parked-saucer", "fan-tee", "space-leggings"],
  whiskers: ["whisker-business", "candy-camouflage", "duck-slippers"],
} as const satisfies Record<string, readonly StarterKey[]>;

export type StarterSet = keyof typeof STARTER_SETS;
export const STARTER_SET_NAMES = Object.keys(STARTER_SETS) as StarterSet[];
