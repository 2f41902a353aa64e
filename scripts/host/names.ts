import type { Random } from "../seed/content/random.ts";

const ADJECTIVES = [
  "Sunny",
  "Turbo",
  "Tiny",
  "Mighty",
  "Sleepy",
  "Cosmic",
  "Pixel",
  "Jolly",
  "Lucky",
  "Rusty",
  "Neon",
  "Wild",
];
const NOUNS = [
  "Otter",
  "Noodle",
  "Comet",
  "Badger",
  "Muffin",
  "Gecko",
  "Pirate",
  "Yeti",
  "Falcon",
  "Turnip",
  "Robot",
  "Fox",
];

/** Returns a random username like "CosmicOtter4812". */
export const randomName = (random: Random): string =>
  `${random.pick(ADJECTIVES)}${random.pick(NOUNS)}${random.int(100, 9_999)}`;
