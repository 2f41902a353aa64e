import type { OutputOf } from "#domain/api/route.ts";
import type { standingRoute } from "#domain/moderation/api.ts";

export type OwnStanding = OutputOf<typeof standingRoute>;
