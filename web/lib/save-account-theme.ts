import { updateAccountRoute } from "#domain/settings/api.ts";
import { call } from "./api.ts";

/** Saves a theme in the account. Loaded once a member chooses one. */
export const saveAccountTheme = (id: number): Promise<unknown> =>
  call(updateAccountRoute, { input: { theme_id: id } });
