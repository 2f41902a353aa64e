import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { statement } from "#db/database.ts";
import type { levels } from "#db/schema/index.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { Embeds } from "#domain/forums/api.ts";
import type { RenderedMarkdown } from "#domain/forums/markdown/render-markdown.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { type ItemCardRow, itemCardColumns, itemMakerJoin, presentItemCard } from "../items/present.ts";
import { isItemVisibleTo } from "../items/review-present.ts";
import { type LevelCardRow, levelCardColumns, levelCardJoins, presentLevelCard } from "../levels/present.ts";

/** Cards of each kind per response; further ones stay plain links. */
const MAX_CARDS = 20;

const uniqueIds = (lists: number[][]): string =>
  JSON.stringify([...new Set(lists.flat())].slice(0, MAX_CARDS));

type EmbeddedLevelRow = LevelCardRow & Columns<typeof levels, "user_id">;

/** Loads the cards that texts embed, as far as the viewer can see them. No round trip if there are none. */
export async function loadEmbeds(
  gate: SessionGate,
  viewer: Actor | null,
  rendered: readonly RenderedMarkdown[],
  now = Date.now(),
): Promise<Embeds> {
  const levelIds = uniqueIds(rendered.map(({ levels }) => levels));
  const itemIds = uniqueIds(rendered.map(({ items }) => items));
  if (levelIds === "[]" && itemIds === "[]") return { levels: [], items: [] };
  const { levels, items } = await gate.read({
    levels:
      statement<EmbeddedLevelRow>(sql`select ${levelCardColumns}, l.user_id from json_each(${levelIds}) p
      cross join levels l on l.id = p.value ${levelCardJoins} where l.visibility <> 'deleted'`),
    items: statement<ItemCardRow>(sql`select ${itemCardColumns} from json_each(${itemIds}) p
      cross join items i on i.id = p.value ${itemMakerJoin} where ${isItemVisibleTo("i", viewer)}`),
  });
  return {
    levels: levels.filter((row) => canSeeLevel(viewer, row)).map((row) => presentLevelCard(row, now)),
    items: items.map((row) => presentItemCard(row, now, viewer)),
  };
}
