import { ROLE_RECORDS } from "#domain/discord/roles.ts";

export interface Application {
  id: string;
  /** The token of the application's bot. Only the bot can register records. */
  botToken: string;
  /** The base URL of Discord's API; Discord's own by default. */
  base?: string;
}

/** Registers the values that Discord servers can base roles on. Throws Discord's response if it rejects them. */
export async function registerRecords({
  id,
  botToken,
  base = "https://discord.com",
}: Application): Promise<void> {
  const response = await fetch(`${base}/api/v10/applications/${id}/role-connections/metadata`, {
    method: "PUT",
    headers: { Authorization: `Bot ${botToken}`, "Content-Type": "application/json" },
    body: JSON.stringify(ROLE_RECORDS),
  });
  if (!response.ok) throw new Error(`Discord responded with ${response.status}: ${await response.text()}`);
}
