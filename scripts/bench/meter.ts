import { pause } from "./chat/talk.ts";

/** The longest that anything waits before it does what follows. */
const SETTLED_MS = 6_500;
const STEP_MS = 500;

/** Everything that a site with the meter before it has counted, once nothing more follows; counting starts anew. */
export async function counted(url: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (let quiet = 0; quiet < SETTLED_MS; quiet += STEP_MS) {
    await pause(STEP_MS);
    const answer = await fetch(`${url}/bench/meter`);
    const counts = Object.entries((await answer.json()) as Record<string, number>);
    for (const [name, times] of counts) sums[name] = (sums[name] ?? 0) + times;
    if (counts.length) quiet = 0;
  }
  return sums;
}
