import { fieldError } from "#domain/errors.ts";
import { parseWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import { type WorldContent, worldContent } from "../runs/world-content.ts";

/** The document that is being built, as it would be published. */
export interface DraftWorld extends WorldContent {
  world: World;
  /** Its canonical text. */
  text: string;
}

/** Checks the text of a document like that of an upload. */
export async function readDraftWorld(source: string): Promise<DraftWorld> {
  const parsed = parseWorld(source);
  if (!parsed.ok) throw fieldError("form", parsed.message);
  const { world, text } = parsed;
  return { world, text, ...(await worldContent(world)) };
}
