import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import * as schema from "#db/schema/index.ts";
import { FIRST_CUSTOM_THEME_ID, presets } from "#domain/themes/presets.ts";
import type { SeedPerson } from "./content/people.ts";
import { insertRow } from "./economy.ts";

/** The id of a person's preset profile theme; null if they have none or need Gold for it. */
export const equippedPreset = ({ theme, gold }: SeedPerson): number | null =>
  presets().find(({ name, gold_only }) => name === theme && (gold || !gold_only))?.id ?? null;

/** A custom profile theme for `goldie`. */
export function ownThemeRows(people: readonly SeedPerson[], now: number): Statement[] {
  const user_id = people.findIndex(({ username }) => username === "goldie") + 1;
  const theme = {
    id: FIRST_CUSTOM_THEME_ID,
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
    insertRow(schema.custom_themes, theme),
    statement(sql`update users set custom_theme_id = ${FIRST_CUSTOM_THEME_ID} where id = ${user_id}`),
  ];
}
