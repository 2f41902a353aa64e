import * as z from "zod/mini";

/**
 * One of these values, or one that a newer version has added. Releases are gradual, so a page can be older than what it gets: it
 * must show the rest of a response and say something general about a value that it doesn't know (`web/lib/look-up.ts`).
 */
/* @__NO_SIDE_EFFECTS__ */
export const openEnum = <const Value extends string>(_values: readonly Value[]) =>
  z.custom<Value>((value) => typeof value === "string");
