import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import type { Embeds } from "#domain/forums/api.ts";
import type { Rendered } from "#domain/forums/markdown/render.ts";
import { type Actor, canSeeLevel } from "#domain/levels/rules.ts";
import type { SessionGate } from "../http/gate.ts";
import { type ItemCardRow, itemCardColumns, itemMaker, presentItemCard } from "../items/present.ts";
import { seesItem } from "../items/review-present.ts";
import { type CardRow, cardColumns, cardJoins, presentCard } from "../levels/present.ts";

/** So many cards of each kind an answer shows; what texts name beyond them stays a link. */
const MOST = 20;

const idsOf = (lists: number[][]): string => JSON.stringify([...new Set(lists.flat())].slice(0, MOST));

/** The cards that texts show, as far as the reader may see them; texts that show none cost no round. */
export async function embedsOf(
  gate: SessionGate,
  viewer: Actor | null,
  rendered: readonly Rendered[],
  now = Date.now(),
): Promise<Embeds> {
  const levelIds = idsOf(rendered.map(({ levels }) => levels));
  const itemIds = idsOf(rendered.map(({ items }) => items));
  if (levelIds === "[]" && itemIds === "[]") return { levels: [], items: [] };
  const [levels, items] = await gate.read(
    statement<
      CardRow & { user_id: number }
    >(sql`select ${cardColumns}, l.user_id from json_each(${levelIds}) p
      cross join levels l on l.id = p.value ${cardJoins} where l.visibility <> 'deleted'`),
    statement<ItemCardRow>(sql`select ${itemCardColumns} from json_each(${itemIds}) p
      cross join items i on i.id = p.value ${itemMaker} where ${seesItem("i", viewer)}`),
  );
  return {
    levels: levels.filter((row) => canSeeLevel(viewer, row)).map((row) => presentCard(row, now)),
    items: items.map((row) => presentItemCard(row, now, viewer)),
  };
}
