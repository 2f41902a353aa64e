import type { OutputOf } from "#domain/api/route.ts";
import type { runRoute } from "#domain/runs/api.ts";

/** Downloads the inputs of a counted run like any visitor; null if that fails. */
export async function readRecording(siteUrl: string, run: number): Promise<Uint8Array | null> {
  const response = await fetch(`${siteUrl}/api/runs/${run}`);
  if (response.status !== 200) return null;
  const { run: found } = (await response.json()) as OutputOf<typeof runRoute>;
  const file = found.log_url === null ? null : await fetch(siteUrl + found.log_url);
  return file?.status === 200 ? new Uint8Array(await file.arrayBuffer()) : null;
}
