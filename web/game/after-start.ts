// Parts of a game that a level can be played without for a moment, in one file.
export { GameSound } from "./sound.ts";
export { TierMeter } from "./world/tier-meter.ts";
