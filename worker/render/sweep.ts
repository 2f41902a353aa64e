import { type Columns, type ColumnsAs, Database, statement } from "#db/database.ts";
import { DIRECTOR_VERSION } from "#domain/world/director/director-version.ts";
import { sendAll } from "../send-all.ts";
import type { BopiRenderJob } from "./job.ts";

/** Jobs per kind and sweep; the next sweep finds the rest. */
const BATCH_SIZE = 100;
/** Level pictures of an older director that are drawn again per sweep: new pictures come first. */
const REDRAW_SIZE = 25;

type UndrawnLevel = Columns<"levels", "id" | "revision">;
type UndrawnBopi = ColumnsAs<"bopis", { id: "user_id" }> & Columns<"bopis", "revision">;
type UndrawnOutfit = Columns<"outfits", "id">;
type UndrawnItem = Columns<"items", "id">;

/** Requeues whatever has no picture, in case a message was lost, and some of an older director. */
export async function sweepRenders(env: Env): Promise<void> {
  const { levels, outdated, avatars, outfits, items } = await new Database(env.DB).batch({
    levels: statement<UndrawnLevel>`select id, revision from levels where thumbnail is null and visibility <> 'deleted' limit ${BATCH_SIZE}`,
    outdated: statement<UndrawnLevel>`select id, revision from levels where picture_version < ${DIRECTOR_VERSION} and thumbnail_own = 0
        and thumbnail is not null and visibility <> 'deleted' order by picture_version, id limit ${REDRAW_SIZE}`,
    avatars: statement<UndrawnBopi>`select user_id as id, revision from bopis where drawn <> revision limit ${BATCH_SIZE}`,
    outfits: statement<UndrawnOutfit>`select id from outfits where thumbnail is null limit ${BATCH_SIZE}`,
    items: statement<UndrawnItem>`select id from items where thumbnail is null and uuid <> '' limit ${BATCH_SIZE}`,
  });
  const drawings = [...levels, ...outdated].map(({ id, revision }) => ({
    kind: "level" as const,
    level_id: id,
    revision,
  }));
  const jobs: BopiRenderJob[] = [
    ...avatars.map(({ id, revision }) => ({ kind: "avatar" as const, user_id: id, revision })),
    ...outfits.map(({ id }) => ({ kind: "outfit" as const, outfit_id: id })),
    ...items.map(({ id }) => ({ kind: "item" as const, item_id: id })),
  ];
  await Promise.all([sendAll(env.RENDERS, jobs), sendAll(env.DRAWINGS, drawings)]);
}
