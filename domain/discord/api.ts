import * as z from "zod/mini";
import { message, nothing } from "../api/answers.ts";
import { route } from "../api/route.ts";

/** The Discord account that is linked; `discord_id` is empty while the link is being made (spec 3 §4). */
export const discordLink = z.object({
  discord_id: z.string(),
  global_name: z.nullable(z.string()),
  username: z.string(),
});
export type DiscordLink = z.infer<typeof discordLink>;

export const syncDiscordRoute = route("POST", "/api/auth/discord/sync", {
  summary: "Tells the linked Discord account what it may show of one's account, and learns its name anew.",
  access: "member",
  input: nothing,
  output: message,
});

export const deleteDiscordRoute = route("POST", "/api/auth/discord/delete", {
  summary: "Unlinks the Discord account.",
  access: "member",
  input: nothing,
  output: message,
});
