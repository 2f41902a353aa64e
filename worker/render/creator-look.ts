import { type Database, first, sql } from "#db/database.ts";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { NOTHING_EQUIPPED } from "#domain/avatar/model/assemble-bopi.ts";
import { type BopiRow, buildLook, equippedItemsQuery, slotColumns } from "../avatar/looks.ts";
import type { PictureLook } from "./bopi-cutout.ts";
import { loadEquippedItems } from "./load-items.ts";
import { lookName } from "./pictures.ts";

/** A creator's look, and a name for it. Banned and deleted creators get the default one. */
export async function creatorLook(
  db: Database,
  bucket: R2Bucket,
  userId: number,
): Promise<{ look: PictureLook; name: string }> {
  const { row, items } = await db.batch({
    row: first<BopiRow & { hidden: 0 | 1 }>`select u.id as user_id, u.colors, b.revision, b.drawn,
        u.banned_at is not null or u.deleted_at is not null as hidden, ${slotColumns("b")}
      from users u left join bopis b on b.user_id = u.id where u.id = ${userId}`,
    items: equippedItemsQuery("bopis", sql`w.user_id = ${userId}`),
  });
  if (!row || row.hidden === 1)
    return {
      look: { colors: DEFAULT_COLORS, equipped: NOTHING_EQUIPPED },
      name: lookName("avatar", DEFAULT_COLORS, {}),
    };
  const { colors, items: equipped } = buildLook(row, row.colors, items);
  return {
    look: { colors, equipped: await loadEquippedItems(bucket, equipped) },
    name: lookName("avatar", colors, equipped),
  };
}
