import * as z from "zod/mini";
import { route } from "../api/route.ts";

/** The linked Discord account; `discord_id` is empty while linking is in progress (spec 3 §4). */
export const discordLink = z.object({
  discord_id: z.string(),
  global_name: z.nullable(z.string()),
  username: z.string(),
});
export type DiscordLink = z.infer<typeof discordLink>;

export const syncDiscordRoute = route("POST", "/api/auth/discord/sync", {
  summary: "Updates the linked Discord account's role metadata and refetches its name.",
  access: "member",
});

export const deleteDiscordRoute = route("POST", "/api/auth/discord/delete", {
  summary: "Unlinks the Discord account.",
  access: "member",
});
