import * as z from "zod/mini";

/** Schemas that many responses share. Times are ISO 8601 UTC, `*_formatted` is MM/DD/YYYY hh:mm A in UTC. */

export const emptyObject = z.object({});
export const messageResponse = z.object({ message: z.string() });

export const pageMeta = z.object({ current_page: z.int(), last_page: z.int(), total: z.int() });
export type PageMeta = z.infer<typeof pageMeta>;

/** Page numbers to show below a list; "gap" marks omitted ones. */
export const visiblePageNumbers = z.array(
  z.custom<number | "gap">((value) => value === "gap" || Number.isInteger(value)),
);

/** A page of a list: `{data, meta, links: {next}}`. `next` is the URL of the next page or null. */
/* @__NO_SIDE_EFFECTS__ */
export function listPage<T extends z.ZodMiniType>(item: T) {
  return z.object({
    data: z.array(item),
    meta: pageMeta,
    links: z.object({ next: z.nullable(z.string()) }),
  });
}

export const bopiPicture = z.object({ headshot_url: z.string(), avatar_url: z.string() });

/** A user as shown next to what they made or wrote. */
export const userCard = z.object({
  id: z.int(),
  username: z.string(),
  url: z.string(),
  level: z.int(),
  has_gold: z.boolean(),
  /** They have Gold and chose a golden username. */
  gold_username: z.boolean(),
  bopi: bopiPicture,
});
export type UserCard = z.infer<typeof userCard>;

/** Set when a new post is held for review, null when it is published. */
export const heldNotice = z.nullable(z.object({ id: z.int(), message: z.string() }));
