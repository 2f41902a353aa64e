import { formatCount } from "#web/lib/format.ts";

/** Strings of the skyline above the footer. */
export const skylineText = {
  online: (count: number) => `${formatCount(count, "person", "people")} online`,
} as const;
