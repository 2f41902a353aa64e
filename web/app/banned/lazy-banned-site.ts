import { lazyPage } from "#web/ui/lazy-page.tsx";

export const lazyBannedSite = lazyPage(() => import("./banned-site.tsx"));
