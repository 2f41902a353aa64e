import { CLASSIC_HATS } from "./hats-classics.ts";
import { COZY_HATS } from "./hats-cozy.ts";
import { GARDEN_HATS } from "./hats-garden.ts";
import { KITCHEN_HATS } from "./hats-kitchen.ts";
import { POND_HATS } from "./hats-pond.ts";
import { SKY_HATS } from "./hats-sky.ts";
import { STORY_HATS } from "./hats-stories.ts";
import type { SeedModel } from "./model.ts";
import { CLASSIC_TOYS } from "./toys-classics.ts";
import { FRIEND_TOYS } from "./toys-friends.ts";
import { HELD_TOYS } from "./toys-held.ts";
import { MACHINE_TOYS } from "./toys-machines.ts";
import { TREAT_TOYS } from "./toys-treats.ts";

export type { SeedModel } from "./model.ts";

/** All official hats and toys. The classics come first: other parts of the seed refer to them by index. */
export const SEED_MODELS: readonly SeedModel[] = [
  ...CLASSIC_HATS,
  ...CLASSIC_TOYS,
  ...KITCHEN_HATS,
  ...GARDEN_HATS,
  ...POND_HATS,
  ...STORY_HATS,
  ...COZY_HATS,
  ...SKY_HATS,
  ...FRIEND_TOYS,
  ...MACHINE_TOYS,
  ...HELD_TOYS,
  ...TREAT_TOYS,
];
