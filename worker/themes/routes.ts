import { hasGold } from "#domain/billing/rules.ts";
import { ApiError } from "#domain/errors.ts";
import { createThemeRoute, deleteThemeRoute, updateThemeRoute } from "#domain/themes/api.ts";
import { presentTheme } from "#domain/themes/presets.ts";
import type { SessionGate } from "../http/gate.ts";
import { type App, handle } from "../http/handle.ts";
import { applyTheme, deleteTheme, insertTheme, updateTheme } from "./commands.ts";
import { themesQuery } from "./queries.ts";

const isGold = async (gate: SessionGate, now: number) => hasGold((await gate.member()).gold_until, now);

const noTheme = () => new ApiError("not_found", { message: "You have no such profile theme." });

/** Profile themes of people's own. */
export function themeRoutes(app: App): void {
  handle(app, createThemeRoute, async ({ input, gate, viewer, now }) => {
    if (!(await isGold(gate, now))) throw new ApiError("no_gold");
    const apply = input.auto_apply ? [applyTheme(viewer.id, { madeAt: now })] : [];
    const [[made]] = await gate.write(insertTheme(viewer.id, input, now), ...apply);
    if (!made) throw new ApiError("theme_limit");
    return { custom_theme: presentTheme(made) };
  });

  handle(app, updateThemeRoute, async ({ params, input, gate, viewer, now }) => {
    if (!(await isGold(gate, now))) {
      const [own] = await gate.read(themesQuery(viewer.id));
      throw own.some(({ id }) => id === params.id) ? new ApiError("no_gold") : noTheme();
    }
    const apply = input.auto_apply ? [applyTheme(viewer.id, params)] : [];
    const [[row]] = await gate.write(updateTheme(viewer.id, params.id, input, now), ...apply);
    if (!row) throw noTheme();
    return { custom_theme: presentTheme(row) };
  });

  handle(app, deleteThemeRoute, async ({ params, gate, viewer }) => {
    const [[gone]] = await gate.write(...deleteTheme(viewer.id, params.id));
    if (!gone) throw noTheme();
    return { message: `'${gone.name}' is deleted.` };
  });
}
