import { setTimeout as pause } from "node:timers/promises";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import type { RunningSite } from "../killable-site.ts";

const TIMEOUT_MS = 20_000;

/** Returns a random number between two. */
export const between = (least: number, most: number): number => least + Math.random() * (most - least);
export const chance = (share: number): boolean => Math.random() < share;

interface ChaosResponse {
  status: number;
  text: string;
}

/** Sends a GET, or a POST with JSON. Returns undefined without a response or after a server error. */
export async function sendRequest(
  site: RunningSite,
  user: BenchUser,
  path: string,
  input?: object,
): Promise<ChaosResponse | undefined> {
  try {
    const response = await fetch(site.url + path, {
      headers: input ? { ...user.writeHeaders, "Content-Type": "application/json" } : user.headers,
      ...(input && { method: "POST", body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return response.status < 500 ? { status: response.status, text } : undefined;
  } catch {
    return undefined;
  }
}

/** Repeats a GET until there's a response. Throws if its status isn't 200. */
export async function getUntilOk<Body>(site: RunningSite, user: BenchUser, path: string): Promise<Body> {
  for (;;) {
    const response = await sendRequest(site, user, path);
    if (response?.status === 200) return JSON.parse(response.text) as Body;
    if (response) throw new Error(`${path} got ${response.status}: ${response.text}`);
    await site.whenUp();
    await pause(between(50, 200));
  }
}
