import { lazyPage } from "../lazy-page.tsx";

/** What banned members have instead of the whole site. */
export const bannedSite = lazyPage(() => import("./banned-site.tsx"));
