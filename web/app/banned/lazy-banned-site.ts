import { lazyPage } from "../lazy-page.tsx";

/** The site that banned members see. */
export const lazyBannedSite = lazyPage(() => import("./banned-site.tsx"));
