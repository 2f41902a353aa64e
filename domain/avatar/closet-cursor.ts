/**
 * Where a page of the closet begins: after a copy, in the order copies were obtained, or after an item of the shop, in
 * the order of prices. `seen` counts the copies before it.
 */
export type ClosetCursor =
  | { part: "owned"; time: number; id: number; seen: number }
  | { part: "shop"; price: number; id: number };

const NUMBER = /^\d{1,15}$/;

/** The text of a cursor in URLs. */
export const writeClosetCursor = (cursor: ClosetCursor): string =>
  cursor.part === "owned"
    ? `owned-${cursor.time}-${cursor.id}-${cursor.seen}`
    : `shop-${cursor.price}-${cursor.id}`;

/** Parses a cursor's text. Returns null if it isn't one. */
export function readClosetCursor(text: string): ClosetCursor | null {
  const [part, ...digits] = text.split("-");
  if (!digits.every((value) => NUMBER.test(value))) return null;
  const [first = 0, second = 0, third = 0] = digits.map(Number);
  if (part === "owned" && digits.length === 3) return { part, time: first, id: second, seen: third };
  if (part === "shop" && digits.length === 2) return { part, price: first, id: second };
  return null;
}

/** Before the shop's first item. Ids descend within a price, so none is before the highest. */
export const SHOP_START = { part: "shop", price: 0, id: 999_999_999_999_999 } as const;
