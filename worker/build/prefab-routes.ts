import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { prefabs } from "#db/schema/index.ts";
import { checkEdit } from "#domain/build/check-edit.ts";
import { BuildDocument, EditError } from "#domain/build/document.ts";
import { partId } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import {
  createPrefabRoute,
  deletePrefabRoute,
  type Prefab,
  prefabListRoute,
} from "#domain/build/own-prefabs/api.ts";
import { type Part, withFields } from "#domain/build/part.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { isoTime } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";

type PrefabRow = Columns<"prefabs", "id" | "name" | "parts" | "created_at">;

/** The kinds of parts that a prefab can have. */
const KINDS: ReadonlySet<unknown> = new Set(["block", "star", "checkpoint", "hazard"]);

/** Checks parts as if they were added to an empty level. Groups and locks are left out: they belong to their level. */
function readParts(raw: readonly unknown[]): Part[] {
  const isKnown = (part: unknown) =>
    typeof part === "object" && part !== null && "kind" in part && KINDS.has(part.kind);
  if (!raw.every(isKnown))
    throw fieldError("parts", "A prefab can have only blocks, stars, checkpoints and hazards.");
  const client = 1;
  const add = raw.map((part, i) => [partId(client, i), part]);
  try {
    const edit = checkEdit({ add }, new BuildDocument(), client);
    return (edit.add ?? []).map(([, part]) => withFields(part, { group: null, locked: null }));
  } catch (error) {
    if (error instanceof EditError) throw fieldError("parts", error.message);
    throw error;
  }
}

const prefabsQuery = (user: number): Statement<PrefabRow> =>
  statement<PrefabRow>(sql`select id, name, parts, created_at from prefabs where user_id = ${user}
    order by id desc limit ${sql.raw(String(BUILD_LIMITS.prefabs))}`);

/** Stores a prefab unless its user has as many as they can; returns a row if it did. */
const insertPrefab = (
  user: number,
  name: string,
  parts: readonly Part[],
  now: number,
): Statement<PrefabRow> =>
  statement<PrefabRow>(sql`insert into prefabs (user_id, name, parts, created_at)
    select ${user}, ${name}, ${JSON.stringify(parts)}, ${now}
    where (select count(*) from prefabs where user_id = ${user}) < ${BUILD_LIMITS.prefabs}
    returning id, name, parts, created_at`);

const presentPrefab = ({ id, name, parts, created_at }: PrefabRow): Prefab => ({
  id,
  name,
  parts: JSON.parse(parts) as Part[],
  created_at: isoTime(created_at),
});

export function prefabRoutes(app: HonoApp): void {
  handle(app, prefabListRoute, async ({ gate, viewer }) => {
    const rows = await gate.all(prefabsQuery(viewer.id));
    return { data: rows.map(presentPrefab) };
  });

  handle(app, createPrefabRoute, async ({ input, gate, viewer, now }) => {
    const parts = readParts(input.parts);
    const {
      stored: [stored],
    } = await gate.write({ stored: insertPrefab(viewer.id, input.name, parts, now) });
    if (!stored) throw new ApiError("prefab_limit");
    return { prefab: presentPrefab(stored) };
  });

  handle(app, deletePrefabRoute, async ({ params, gate, viewer }) => {
    const {
      deleted: [deleted],
    } = await gate.write({
      deleted: statement<Columns<"prefabs", "name">>(
        sql`delete from prefabs where id = ${params.id} and user_id = ${viewer.id} returning name`,
      ),
    });
    if (!deleted) throw new ApiError("not_found", { message: "This prefab doesn't exist." });
    return { message: `“${deleted.name}” was deleted.` };
  });
}
