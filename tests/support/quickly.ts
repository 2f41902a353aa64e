import { type Answer, testEnv } from "./browser.ts";

/** Slow enough for a machine that others use too, and far from what an attack would want. */
const QUICK = 500;

/** Sends once more when the answer was slow: the machine may have been busy with others, a slow check is slow twice. */
export async function quickly(
  send: () => Promise<Answer>,
  label: string,
  { within = QUICK, attempts = 2 } = {},
): Promise<Answer> {
  let took = 0;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const started = Date.now();
    const answer = await send();
    // The clock of a worker stands still between its waits.
    await testEnv.BUCKET.head("nothing");
    took = Date.now() - started;
    if (took < within || answer.status < 400) return answer;
  }
  throw new Error(`${label} took ${took} ms`);
}
