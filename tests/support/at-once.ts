import type { TestResponse } from "./browser.ts";

/** Sends calls at the same time, each made of its number. Returns how often each status came back. */
export async function atOnce(
  count: number,
  send: (i: number) => Promise<TestResponse>,
): Promise<Record<number, number>> {
  const responses = await Promise.all(Array.from({ length: count }, (_, i) => send(i)));
  const statuses: Record<number, number> = {};
  for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}
