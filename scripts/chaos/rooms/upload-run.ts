import { setTimeout as pause } from "node:timers/promises";
import { fillPath } from "#domain/api/route.ts";
import { createRunRoute } from "#domain/runs/api.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import type { KillableSite } from "../killable-site.ts";
import type { PlayedRun } from "./rooms-history.ts";

const TIMEOUT_MS = 20_000;
const RETRY_MS = 150;

/** Sends a run with its key of the room until there's a response. Returns its id, or the problem. */
export async function uploadRun(
  site: KillableSite,
  user: BenchUser,
  { level, key, startTick, ticks, log }: Pick<PlayedRun, "level" | "key" | "startTick" | "ticks" | "log">,
): Promise<{ run: number; problem?: never } | { run?: never; problem: string }> {
  const form = new FormData();
  const fields = { revision: 1, physics: PHYSICS, start_tick: startTick, ticks };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set("key", key);
  form.set("log", new File([log], "run.log"));
  for (;;) {
    try {
      const response = await fetch(site.url + fillPath(createRunRoute.path, { id: level }), {
        method: "POST",
        headers: user.writeHeaders,
        body: form,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      if (response.status === 201) return { run: (JSON.parse(text) as { run: { id: number } }).run.id };
      if (response.status < 500 && response.status !== 429) return { problem: `${response.status} ${text}` };
    } catch {
      // No response: it may be stored.
    }
    await site.whenUp();
    await pause(RETRY_MS);
  }
}
