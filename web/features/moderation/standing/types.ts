import type { OutputOf } from "#domain/api/route.ts";
import type { standingRoute } from "#domain/moderation/api.ts";

export type Standing = OutputOf<typeof standingRoute>;
export type OwnBan = NonNullable<Standing["banned"]>;
