import { env } from "cloudflare:workers";
import { constantTimeEqual, sign } from "../http/session.ts";
import { assetUrl } from "./store.ts";

const DAY_MS = 24 * 60 * 60_000;

function signature(asset: string, day: number): string | null {
  const { JOIN_SECRET } = env as unknown as Env;
  return JOIN_SECRET ? sign(JOIN_SECRET, `asset:${asset}:${day}`) : null;
}

/** The URL of a document or a recorded run. It expires, because the level may be hidden from its reader. */
export function guardedUrl(asset: string, now = Date.now()): string {
  // Until the end of the next day (UTC), so a URL stays the same for a day and works for at least one.
  const day = Math.floor(now / DAY_MS) + 1;
  return `${assetUrl(asset)}?day=${day}&key=${signature(asset, day) ?? ""}`;
}

/** The milliseconds for which a URL's query still opens an asset; 0 if it doesn't. */
export function guardedFor(asset: string, query: URLSearchParams, now: number): number {
  const day = Number(query.get("day"));
  const expected = Number.isSafeInteger(day) ? signature(asset, day) : null;
  if (expected === null || !constantTimeEqual(query.get("key") ?? "", expected)) return 0;
  return Math.max(0, (day + 1) * DAY_MS - now);
}

/** Whether a file needs a guarded URL: documents and runs do; pictures and files of items don't. */
export const isGuarded = (asset: string, { headers }: Response): boolean =>
  !asset.includes(".") && !(headers.get("Content-Type") ?? "").startsWith("image/");
