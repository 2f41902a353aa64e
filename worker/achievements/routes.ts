import { achievementListRoute } from "#domain/achievements/api.ts";
import { ACHIEVEMENT_SETS } from "#domain/achievements/sets.ts";
import { ApiError } from "#domain/errors.ts";
import { type App, handle } from "../http/handle.ts";
import { presentUser } from "../users/present.ts";
import { presentSet } from "./present.ts";
import { obtainedQuery, statQuery } from "./queries.ts";

export function achievementRoutes(app: App): void {
  handle(app, achievementListRoute, async ({ params, gate, now }) => {
    const [[user], rows] = await gate.read(statQuery(params.id), obtainedQuery(params.id));
    if (!user) throw new ApiError("not_found", { message: "There is no such user." });
    const obtained = new Map(rows.map(({ achievement_id, created_at }) => [achievement_id, created_at]));
    return {
      data: ACHIEVEMENT_SETS.map((set) => presentSet(set, user, obtained)),
      user: presentUser(user, now),
    };
  });
}
