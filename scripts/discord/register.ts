import { ROLE_RECORDS } from "#domain/discord/roles.ts";

export interface Application {
  id: string;
  /** The token of the application's bot: nothing else may register records. */
  botToken: string;
  /** Where Discord is; itself unless told. */
  base?: string;
}

/** Tells Discord what servers can make roles depend on; throws what Discord says where it does not take it. */
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
  if (!response.ok) throw new Error(`Discord answered ${response.status}: ${await response.text()}`);
}
