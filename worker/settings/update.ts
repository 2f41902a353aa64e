import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import type { InputOf } from "#domain/api/route.ts";
import { updateAccountRoute } from "#domain/auth/api.ts";
import { fieldRefusal } from "#domain/errors.ts";
import { type App, handle } from "../http/handle.ts";
import { forgetPermits } from "../live/access.ts";
import { hubOf } from "../live/stubs.ts";
import { tellPartners } from "../live/tell.ts";

/** Changes the settings that are sent; null when there are none. */
function updateAccount(userId: number, settings: InputOf<typeof updateAccountRoute>): Query | null {
  const values = {
    theme_id: settings.theme_id,
    appear_offline: settings.appear_offline === undefined ? undefined : Number(settings.appear_offline),
    message_privacy: settings.message_privacy_permission_id,
    comment_privacy: settings.comment_privacy_permission_id,
    join_privacy: settings.join_privacy_permission_id,
  };
  const changes = Object.entries(values).filter(([, value]) => value !== undefined);
  if (changes.length === 0) return null;
  const assignments = changes.map(([column, value]) => sql`${sql.raw(column)} = ${value}`);
  return select(sql`update users set ${sql.join(assignments, sql`, `)} where id = ${userId}`);
}

/** `auth.update`: what is chosen rather than typed. */
export function updateRoutes(app: App): void {
  handle(app, updateAccountRoute, async ({ input, gate, viewer, env, defer }) => {
    const changes = updateAccount(viewer.id, input);
    if (!changes) throw fieldRefusal("theme_id", "There is nothing to change.");
    const account = await gate.account();
    await gate.write(changes);
    const changesReach = input.message_privacy_permission_id !== undefined;
    if (changesReach && account) defer(tellPartners(env, account));
    await Promise.all([
      changesReach && forgetPermits(env, viewer.id),
      input.appear_offline !== undefined && hubOf(env, viewer.id).setHidden(input.appear_offline),
    ]);
    return { message: "Saved." };
  });
}
