import { eq } from "drizzle-orm";
import { build, query } from "#db/build.ts";
import type { Statement } from "#db/client.ts";
import * as schema from "#db/schema/index.ts";
import type { SeedPerson } from "#db/seed/people.ts";
import { OWN_FROM, presets } from "#domain/themes/presets.ts";

/** The id of the site's profile theme that somebody wears, if they may. */
export const presetWornBy = ({ theme, gold }: SeedPerson): number | null =>
  presets().find(({ name, gold_only }) => name === theme && (gold || !gold_only))?.id ?? null;

/** A profile theme of their own that `goldie` has made and wears. */
export function ownThemeRows(people: readonly SeedPerson[], now: number): Statement[] {
  const user_id = people.findIndex(({ username }) => username === "goldie") + 1;
  const theme = {
    id: OWN_FROM,
    user_id,
    name: "Golden hour",
    gradient_start_color: "2b1055",
    gradient_end_color: "ff7a18",
    pattern_color: "ffd166",
    pattern_id: 34,
    theme_id: 3,
    created_at: now,
    updated_at: now,
  };
  return [
    query(build.insert(schema.custom_themes).values(theme)),
    query(build.update(schema.users).set({ custom_theme_id: OWN_FROM }).where(eq(schema.users.id, user_id))),
  ];
}
