import { deleteDiscordRoute, syncDiscordRoute } from "#domain/discord/api.ts";
import { DISCORD_WORDS } from "#domain/discord/words.ts";
import { ApiError } from "#domain/errors.ts";
import { type App, handle } from "../http/handle.ts";
import { checkAttempts } from "../http/limits.ts";
import { logError } from "../http/log.ts";
import { discordOf } from "./client.ts";
import { noteSync } from "./commands.ts";
import { unlink } from "./end.ts";
import { discordPages } from "./link.ts";
import { linkedQuery, syncLink } from "./sync.ts";

/** Syncs a minute: each costs calls of Discord, which counts them. */
const SYNCS = 5;

const failed = (message: string) => new ApiError("discord_failed", { message });

export function discordRoutes(app: App): void {
  discordPages(app);

  handle(app, syncDiscordRoute, async ({ gate, viewer, env, now }) => {
    const [links] = await gate.read(linkedQuery(viewer.id));
    const link = links[0];
    if (!link) throw new ApiError("not_linked");
    const discord = discordOf(env);
    if (!discord) throw new ApiError("no_discord");
    await checkAttempts(env, `discord-sync:${viewer.id}`, SYNCS, 60);
    try {
      await gate.write(noteSync(viewer.id, await syncLink(env, gate.db, discord, link, now), now));
    } catch (error) {
      logError("discord: not synced", { user: viewer.id }, error);
      throw failed(DISCORD_WORDS.syncFailed);
    }
    return { message: DISCORD_WORDS.synced };
  });

  handle(app, deleteDiscordRoute, async ({ gate, viewer, env }) => {
    await gate.account();
    const unlinked = await unlink(env, gate.db, viewer.id).catch((error: unknown) => {
      logError("discord: not unlinked", { user: viewer.id }, error);
      throw failed(DISCORD_WORDS.unlinkFailed);
    });
    if (!unlinked) throw new ApiError("not_linked");
    return { message: DISCORD_WORDS.unlinked };
  });
}
