import * as z from "zod/mini";

/** Shapes that many answers share. Times are ISO 8601 UTC, `*_formatted` is MM/DD/YYYY hh:mm A in UTC. */

export const nothing = z.object({});
export const message = z.object({ message: z.string() });

export const pageMeta = z.object({ current_page: z.int(), last_page: z.int(), total: z.int() });
export type PageMeta = z.infer<typeof pageMeta>;

/** Page numbers to show below a list; "gap" where some are left out. */
export const visiblePages = z.array(
  z.custom<number | "gap">((one) => one === "gap" || Number.isInteger(one)),
);

/** A list's page: `{data, meta, links: {next}}`; `next` is the address of the next page or null. */
export function page<T extends z.ZodMiniType>(item: T) {
  return z.object({
    data: z.array(item),
    meta: pageMeta,
    links: z.object({ next: z.nullable(z.string()) }),
  });
}

export const bopiPicture = z.object({ headshot_url: z.string(), avatar_url: z.string() });

/** A user as shown beside what they made or said. */
export const userCard = z.object({
  id: z.int(),
  username: z.string(),
  url: z.string(),
  level: z.int(),
  has_gold: z.boolean(),
  /** Their name is golden: they have Gold and want it so. */
  gold_username: z.boolean(),
  bopi: bopiPicture,
});
export type UserCard = z.infer<typeof userCard>;

/** Of something that was written: that it waits for staff, and is not there yet. Null where it is there. */
export const held = z.nullable(z.object({ id: z.int(), message: z.string() }));
