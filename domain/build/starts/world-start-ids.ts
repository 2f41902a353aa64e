/** The ten worlds to start from, by id. */
export const WORLD_START_IDS = [
  "obby",
  "island",
  "race",
  "city",
  "castle",
  "space",
  "snow",
  "candy",
  "jungle",
  "empty",
] as const;
export type WorldStartId = (typeof WORLD_START_IDS)[number];
