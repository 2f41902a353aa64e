import { lazyPage } from "#web/ui/lazy-page.tsx";

/** The site that banned members see. */
export const lazyBannedSite = lazyPage(() => import("./banned-site.tsx"));
