import { ApiError } from "#domain/errors.ts";
import { hasGold } from "#domain/gold/rules.ts";
import { createThemeRoute, deleteThemeRoute, updateThemeRoute } from "#domain/themes/api.ts";
import { presentTheme } from "#domain/themes/presets.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { applyTheme, deleteTheme, insertTheme, updateTheme } from "./commands.ts";
import { themesQuery } from "./queries.ts";

const viewerHasGold = async (gate: SessionGate, now: number) =>
  hasGold((await gate.member()).gold_until, now);

const themeNotFound = () => new ApiError("not_found", { message: "This profile theme doesn't exist." });

/** Routes for users' own profile themes. */
export function themeRoutes(app: HonoApp): void {
  handle(app, createThemeRoute, async ({ input, gate, viewer, now }) => {
    if (!(await viewerHasGold(gate, now))) throw new ApiError("no_gold");
    const apply = input.auto_apply ? [applyTheme(viewer.id, { madeAt: now })] : [];
    const {
      created: [created],
    } = await gate.write({
      created: insertTheme(viewer.id, input, now),
      apply,
    });
    if (!created) throw new ApiError("theme_limit");
    return { custom_theme: { ...presentTheme(created), auto_apply: input.auto_apply } };
  });

  handle(app, updateThemeRoute, async ({ params, input, gate, viewer, now }) => {
    if (!(await viewerHasGold(gate, now))) {
      const own = await gate.all(themesQuery(viewer.id));
      throw own.some(({ id }) => id === params.id) ? new ApiError("no_gold") : themeNotFound();
    }
    const apply = input.auto_apply ? [applyTheme(viewer.id, params)] : [];
    const {
      row: [row],
    } = await gate.write({ row: updateTheme(viewer.id, params.id, input, now), apply }, { idempotent: true });
    if (!row) throw themeNotFound();
    return { custom_theme: { ...presentTheme(row), auto_apply: input.auto_apply } };
  });

  handle(app, deleteThemeRoute, async ({ params, gate, viewer }) => {
    const {
      deleted: [deleted],
    } = await gate.write(deleteTheme(viewer.id, params.id));
    if (!deleted) throw themeNotFound();
    return { message: `'${deleted.name}' is deleted.` };
  });
}
