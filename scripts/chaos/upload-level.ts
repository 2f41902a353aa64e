import { serializeWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import type { Member } from "../client/crowd.ts";
import { type SeedLevel, seedLevels } from "../seed/content/levels.ts";

/** The form of a new level. */
export function worldForm(title: string, world: World): FormData {
  const form = new FormData();
  form.set("title", title);
  form.set("file", new File([serializeWorld(world)], "level.json"));
  return form;
}

let worlds: SeedLevel[] | undefined;
/** The same with a world of the demo, always the same for the same number. */
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
