import { type ValidatedWorld, validateWorld } from "#domain/world/parse-world.ts";

/** Problems beyond this many are only counted. */
export const MOST_PROBLEMS = 50;

/** Reads a level document. Of one that isn't valid it lists what is wrong, in the words that uploads get. */
export const readDocument = (source: Uint8Array): ValidatedWorld => validateWorld(source, MOST_PROBLEMS);
