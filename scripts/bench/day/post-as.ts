import { setTimeout as pause } from "node:timers/promises";
import type { BenchUser } from "../chat/crowd.ts";

/** Responses of a busy machine, and how often and after which time its users try again. */
const BUSY = [408, 429, 503];
const MAX_TRIES = 20;
const RETRY_MS = 500;

/** Posts as a user. Returns the response. */
export async function postAs(
  url: string,
  user: BenchUser,
  path: string,
  input: object | FormData,
): Promise<Record<string, { id: number } | undefined>> {
  const isForm = input instanceof FormData;
  for (let tries = 0; ; tries++) {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { ...user.writeHeaders, ...(!isForm && { "Content-Type": "application/json" }) },
      body: isForm ? input : JSON.stringify(input),
    });
    const text = await response.text();
    if (response.status < 300) return JSON.parse(text) as Record<string, { id: number }>;
    if (!BUSY.includes(response.status) || tries === MAX_TRIES)
      throw new Error(`${path}: ${response.status} ${text}`);
    await pause(RETRY_MS);
  }
}
