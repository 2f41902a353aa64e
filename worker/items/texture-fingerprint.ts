import { createHash } from "node:crypto";
import { type Columns, type ColumnsAs, Database, type SQL, sql, statement } from "#db/database.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { type Fingerprint, fingerprintBands, fingerprintOf, similarity } from "#domain/items/fingerprint.ts";
import { ITEM_TYPES, type ItemTypeId } from "#domain/items/item-types.ts";
import { logError } from "../http/log.ts";
import { loadTexture } from "../render/load-items.ts";

/** A key shared by this many items identifies none of them; lookups read at most this many. */
const MAX_ITEMS_PER_KEY = 40;
/** An item is compared with at most this many others, those that share the most keys. */
const MAX_COMPARED = 12;
/** Upper limit for similar items in a result. */
const MAX_REPORTED = 4;

/** A texture's fingerprint and the lookup keys for finding similar ones. The first key stands for the exact pixels. */
export interface TextureFingerprint {
  fingerprint: Fingerprint;
  keys: string[];
}

/** Fingerprints a texture. One with little detail has no keys, so it matches nothing. */
export function fingerprintTexture(pixels: Pixels, type: ItemTypeId): TextureFingerprint {
  const fingerprint = fingerprintOf(pixels, type);
  if (Object.keys(fingerprint).length === 0) return { fingerprint, keys: [] };
  const hash = createHash("sha256").update(visibleBytes(pixels)).digest("hex").slice(0, 32);
  return { fingerprint, keys: [`${ITEM_TYPES[type]}:${hash}`, ...fingerprintBands(fingerprint, type)] };
}

/** The visible bytes: the color of fully transparent pixels is cleared. */
function visibleBytes({ data }: Pixels): Uint8Array {
  const bytes = Uint8Array.from(data);
  for (let index = 3; index < bytes.length; index += 4)
    if (bytes[index] === 0) bytes.fill(0, index - 3, index);
  return bytes;
}

export interface FingerprintCandidate
  extends ColumnsAs<"item_fingerprints", { id: "item_id"; fingerprint: "fingerprint" }> {
  same: 0 | 1;
  mine: 0 | 1;
}

/** Items that share keys with a texture, exact first. The maker's own too, to see whose is older. */
export const similarCandidatesQuery = ({ keys }: TextureFingerprint, maker: number) =>
  statement<FingerprintCandidate>`select p.item_id as id, p.fingerprint, h.same, h.mine from (
      select m.item_id, max(m.key = ${keys[0] ?? ""}) as same, i.user_id = ${maker} as mine, count(*) as shared
      from json_each(${JSON.stringify(keys)}) j cross join item_fingerprint_keys m on m.key = j.value
        cross join items i on i.id = m.item_id
      group by m.item_id order by same desc, shared desc limit ${MAX_COMPARED}) h
    cross join item_fingerprints p on p.item_id = h.item_id`;

export interface SimilarItem {
  id: number;
  percent: number;
}

/** The candidates that a texture resembles, best first. Ignores items newer than a similar one by the maker. */
export function findSimilar(
  { fingerprint }: TextureFingerprint,
  candidates: readonly FingerprintCandidate[],
): SimilarItem[] {
  const similar = candidates
    .map(({ id, fingerprint: other, same, mine }) => ({
      id,
      mine,
      percent: same ? 100 : Math.min(99, similarity(fingerprint, JSON.parse(other) as Fingerprint)),
    }))
    .filter(({ percent }) => percent > 0);
  const oldestOwn = Math.min(...similar.filter(({ mine }) => mine).map(({ id }) => id));
  return similar
    .filter(({ id, mine }) => !mine && id < oldestOwn)
    .sort((a, b) => b.percent - a.percent || a.id - b.id)
    .slice(0, MAX_REPORTED)
    .map(({ id, percent }) => ({ id, percent }));
}

/** Statements that store an item's fingerprint; `item` is an expression for its id, null if it doesn't exist. */
export const storeFingerprintStatements = ({ fingerprint, keys }: TextureFingerprint, item: SQL) =>
  keys.length === 0
    ? []
    : [
        statement`insert into item_fingerprints (item_id, fingerprint) select id, ${JSON.stringify(fingerprint)} from items where id = ${item}
          on conflict do nothing`,
        statement`insert into item_fingerprint_keys (key, item_id) select j.value, i.id
          from json_each(${JSON.stringify(keys)}) j cross join items i on i.id = ${item}
          where (select count(*) from (select 1 from item_fingerprint_keys where key = j.value limit ${MAX_ITEMS_PER_KEY})) < ${MAX_ITEMS_PER_KEY}
          on conflict do nothing`,
      ];

/** Items per pass; each one means decoding a picture. */
const BATCH_SIZE = 20;

/** Fingerprints items that were stored without one, a few per pass: those of the demo world. Skips pictures that can't be loaded. */
export async function fingerprintItems(env: Env): Promise<void> {
  const db = new Database(env.DB);
  const items = await db.all(statement<Columns<"items", "id" | "type_id" | "uuid">>`select id, type_id, uuid
    from items indexed by items_unfingerprinted where fingerprinted = 0 order by id limit ${BATCH_SIZE}`);
  for (const { id, type_id, uuid } of items) {
    const stored = await loadTexture(env.BUCKET, uuid)
      .then((pixels) => storeFingerprintStatements(fingerprintTexture(pixels, type_id), sql`${id}`))
      .catch((error: unknown) => {
        logError("texture not fingerprinted", { item: id }, error);
        return [];
      });
    await db.batch({
      stored,
      items: statement`update items set fingerprinted = 1 where id = ${id}`,
    });
  }
}
