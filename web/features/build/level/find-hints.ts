import type { BuildDocument } from "#domain/build/document.ts";
import { type BuildHint, buildHints } from "#domain/build/hints.ts";

/** Lists what the builders should look at. Each sentence is there once. */
export function findHints(document: BuildDocument): BuildHint[] {
  const byText = new Map(buildHints(document).map((hint) => [hint.text, hint]));
  return [...byText.values()];
}
