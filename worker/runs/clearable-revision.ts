import { isClearable } from "#domain/world/rules.ts";
import type { Env } from "../env.ts";
import { loadWorld } from "../levels/commands.ts";
import type { LevelRow } from "../levels/present.ts";

const MAX_DOCUMENTS = 1_000;

/** Results by document, for revisions that don't store it yet. Documents never change. */
const clearableDocuments = new Map<string, boolean>();

/** Whether a level's newest revision can be cleared. Reads the document of an old revision, which has no stored result. */
export async function isClearableRevision(
  env: Env,
  { file, stars, goal }: Pick<LevelRow, "file" | "stars" | "goal">,
): Promise<boolean> {
  if (stars > 0) return true;
  if (goal !== null) return goal === 1;
  const known = clearableDocuments.get(file);
  if (known !== undefined) return known;
  const clearable = isClearable(await loadWorld(env, file));
  if (clearableDocuments.size >= MAX_DOCUMENTS) clearableDocuments.clear();
  clearableDocuments.set(file, clearable);
  return clearable;
}
