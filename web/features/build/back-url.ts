import type { Build } from "#domain/build/api.ts";

/** The page that the builder leads back to: the level's, unless it is private and the user only builds it. */
export const backUrl = ({ level, role }: Pick<Build, "level" | "role">): string =>
  role === "editor" && level.visibility === "private" ? "/levels" : level.url;
