import type { World } from "#domain/world/schema.ts";
import type { Member } from "../client/crowd.ts";
import { worldForm } from "../client/form-of.ts";
import { type SeedLevel, seedLevels } from "../seed/content/levels.ts";

let worlds: SeedLevel[] | undefined;
/** The form of a new level with a world of the demo, always the same for the same number. */
export function levelForm(title: string, n: number): FormData {
  worlds ??= seedLevels(24);
  const found = worlds[n % worlds.length];
  if (!found) throw new Error("There are no worlds.");
  return worldForm(title, found.world);
}

/** Uploads a level like its creator does. Returns its id. */
export async function uploadLevel(creator: Member, title: string, world: World): Promise<number> {
  return (await creator.post<{ level: { id: number } }>("/api/levels", worldForm(title, world))).level.id;
}
