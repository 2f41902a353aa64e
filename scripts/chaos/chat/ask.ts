import type { Guest } from "../../bench/chat/crowd.ts";
import type { MortalSite } from "../mortal.ts";

const PATIENCE = 20_000;

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A number between two, by chance. */
export const between = (least: number, most: number): number => least + Math.random() * (most - least);
export const chance = (share: number): boolean => Math.random() < share;

interface Asked {
  status: number;
  text: string;
}

/** Asks as a page does, with JSON where it writes; undefined when there was no answer or an error of the site. */
export async function ask(
  site: MortalSite,
  guest: Guest,
  path: string,
  input?: object,
): Promise<Asked | undefined> {
  try {
    const response = await fetch(site.url + path, {
      headers: input ? { ...guest.writeHeaders, "Content-Type": "application/json" } : guest.headers,
      ...(input && { method: "POST", body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const text = await response.text();
    return response.status < 500 ? { status: response.status, text } : undefined;
  } catch {
    return undefined;
  }
}

/** Asks until there is an answer, which must be a good one. */
export async function insist<Answer>(site: MortalSite, guest: Guest, path: string): Promise<Answer> {
  for (;;) {
    const answer = await ask(site, guest, path);
    if (answer?.status === 200) return JSON.parse(answer.text) as Answer;
    if (answer) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
    await site.up();
    await pause(between(50, 200));
  }
}
