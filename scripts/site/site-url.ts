import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The file with the URL of the site that runs on a state folder. A killed site leaves it behind. */
export const siteUrlFile = (state: string): string => join(state, "site-url");

/** Returns the URL of the site that runs on a state folder; null if none does. */
export async function runningSiteUrl(state: string): Promise<string | null> {
  const file = siteUrlFile(state);
  if (!existsSync(file)) return null;
  const url = readFileSync(file, "utf8");
  try {
    await fetch(url, { method: "HEAD", redirect: "manual" });
    return url;
  } catch (error) {
    if (((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === "ECONNREFUSED") return null;
    throw error;
  }
}
