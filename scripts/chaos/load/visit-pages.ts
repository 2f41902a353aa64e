import { setTimeout as pause } from "node:timers/promises";
import { parentPort } from "node:worker_threads";

/** Pages to open one after another until the parent's next message. */
export interface VisitPages {
  url: string;
  paths: readonly string[];
}

/** Between two pages, so that the visitor is no load. */
const PAUSE_MS = 15;

let isVisiting = false;
let visits = 0;

/** Opens a page from an address of its own, so rate limits don't count all pages together. */
async function openPage(url: string, n: number): Promise<void> {
  const response = await fetch(url, {
    headers: { "CF-Connecting-IP": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} got ${response.status}.`);
}

/** Opens pages one after another and returns how many milliseconds each took. */
async function visit({ url, paths }: VisitPages): Promise<number[]> {
  const times: number[] = [];
  isVisiting = true;
  while (isVisiting) {
    const path = paths[visits % paths.length] ?? "/";
    const n = ++visits;
    const started = performance.now();
    await openPage(url + path.replace("{n}", String(n)), n);
    times.push(performance.now() - started);
    await pause(PAUSE_MS);
  }
  return times;
}

parentPort?.on("message", async (input: VisitPages | "stop") => {
  if (input === "stop") isVisiting = false;
  else parentPort?.postMessage(await visit(input));
});
