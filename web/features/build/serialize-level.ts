import type { BuildDocument } from "#domain/build/document.ts";
import { toWorld } from "#domain/build/world.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";

/** The level's document as text, as it would be published. */
export const serializeLevel = (document: BuildDocument): string => serializeWorld(toWorld(document));
