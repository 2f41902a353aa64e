import { deleteDiscordRoute, syncDiscordRoute } from "#domain/discord/api.ts";
import { DISCORD_STRINGS } from "#domain/discord/strings.ts";
import { ApiError } from "#domain/errors.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { checkAttempts } from "../http/limits.ts";
import { logError } from "../http/log.ts";
import { discordClient } from "./client.ts";
import { recordSync } from "./commands.ts";
import { discordLinkPages } from "./link.ts";
import { linkedQuery, syncLink } from "./sync.ts";
import { unlinkDiscord } from "./unlink.ts";

/** Syncs per minute: each makes calls to Discord, which limits them. */
const SYNCS_PER_MINUTE = 5;

const failed = (message: string) => new ApiError("discord_failed", { message });

export function discordRoutes(app: HonoApp): void {
  discordLinkPages(app);

  handle(app, syncDiscordRoute, async ({ gate, viewer, env, now }) => {
    const links = await gate.all(linkedQuery(viewer.id));
    const link = links[0];
    if (!link) throw new ApiError("not_linked");
    const discord = discordClient(env);
    if (!discord) throw new ApiError("no_discord");
    await checkAttempts(env, `discord-sync:${viewer.id}`, SYNCS_PER_MINUTE, 60);
    try {
      await gate.write({
        link: recordSync(viewer.id, await syncLink(env, gate.db, discord, link, now), now),
      });
    } catch (error) {
      logError("discord: not synced", { user: viewer.id }, error);
      throw failed(DISCORD_STRINGS.syncFailed);
    }
    return { message: DISCORD_STRINGS.synced };
  });

  handle(app, deleteDiscordRoute, async ({ gate, viewer, env }) => {
    await gate.account();
    const unlinked = await unlinkDiscord(env, gate.db, viewer.id).catch((error: unknown) => {
      logError("discord: not unlinked", { user: viewer.id }, error);
      throw failed(DISCORD_STRINGS.unlinkFailed);
    });
    if (!unlinked) throw new ApiError("not_linked");
    return { message: DISCORD_STRINGS.unlinked };
  });
}
