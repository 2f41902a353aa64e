import { logError } from "../http/log.ts";
import { type Packed, pack, unpack } from "./packed.ts";
import type { ThreadTask } from "./tasks.ts";

/**
 * Lets the thread beside a self-hosted site's worker do a task. Null without it, as on Cloudflare, or if it failed: the caller does it
 * here then, because only the thread was at fault.
 */
export async function callThread<T>(
  { THREAD }: Env,
  task: ThreadTask,
  files: readonly Uint8Array[],
): Promise<Packed<T> | null> {
  if (!THREAD) return null;
  try {
    const response = await THREAD.fetch("http://thread/", { method: "POST", body: pack(task, files) });
    if (!response.ok) throw new Error(await response.text());
    return unpack<T>(await response.bytes());
  } catch (error) {
    logError("task not done by the thread", { task: task.task }, error);
    return null;
  }
}
