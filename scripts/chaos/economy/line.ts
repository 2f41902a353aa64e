import type { Guest } from "../../bench/chat/crowd.ts";
import { between, chance, pause } from "../chat/ask.ts";
import type { MortalSite } from "../mortal.ts";
import type { Memory } from "./memory.ts";

const PATIENCE = 30_000;
/** Shares of the acts that are sent twice at once, and whose first answer is cut off. */
const DOUBLED = 0.12;
const CUT = 0.12;
/** Milliseconds after which a connection is cut. */
const CUT_AFTER = { least: 1, most: 60 };
/** What was sent and not answered may still be under way for so long. */
const UNDER_WAY = 400;
/** What is never answered, whatever is done, ends the run. */
const MOST_TRIES = 40;

export interface Answer {
  status: number;
  text: string;
}

const codeOf = ({ text }: Answer) => (JSON.parse(text) as { code?: string }).code;
const isBanned = (answer: Answer) => codeOf(answer) === "banned";

/** The members' line to the site: it loses answers, sends things twice, and dies with the site. */
export class Line {
  readonly site: MortalSite;
  readonly #memory: Memory;

  constructor(site: MortalSite, memory: Memory) {
    this.site = site;
    this.#memory = memory;
  }

  /** Asks once; undefined where there was no answer, or an error of the site. */
  async once(guest: Guest, path: string, input?: object, patience = PATIENCE): Promise<Answer | undefined> {
    const form = input instanceof FormData;
    try {
      const response = await fetch(this.site.url + path, {
        headers: input
          ? { ...guest.writeHeaders, ...(!form && { "Content-Type": "application/json" }) }
          : guest.headers,
        ...(input && { method: "POST", body: form ? input : JSON.stringify(input) }),
        signal: AbortSignal.timeout(patience),
      });
      const text = await response.text();
      this.#memory.count(response.status);
      if (response.status < 500) return { status: response.status, text };
      this.#memory.failures.push(`${path}: ${response.status} ${text}`);
    } catch {
      this.#memory.count(0);
    }
    return undefined;
  }

  /** Asks until there is an answer. */
  async insist(guest: Guest, path: string, input?: object): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const answer = await this.once(guest, path, input);
      if (answer) return answer;
      await this.#again(path, tries);
    }
  }

  /**
   * Does an act that carries a name of its own, with the faults of life: a double click, an answer that is lost on its way,
   * a site that dies. It is sent again until it is answered.
   */
  async act(guest: Guest, path: string, input: object): Promise<Answer> {
    const times = chance(DOUBLED) ? 2 : 1;
    const isCut = chance(CUT);
    let patience = isCut ? Math.round(between(CUT_AFTER.least, CUT_AFTER.most)) : PATIENCE;
    this.#memory.doubles += times - 1;
    this.#memory.cuts += Number(isCut);
    for (let [tries, lost, unsure] = [0, false, false]; ; tries++) {
      const asked = Date.now();
      const all = await Promise.all(
        Array.from({ length: times }, () => this.once(guest, path, input, patience)),
      );
      const answers = all.filter((one) => one !== undefined);
      this.#compare(path, answers, asked);
      const good = answers.find(({ status }) => status < 300);
      const refused = answers.find((one) => !lost || !isBanned(one));
      // What was sent before may still come to pass: a refusal counts once nothing is under way. That somebody was banned in
      // between says nothing about it.
      if (good || (refused && !unsure && answers.length === all.length)) return good ?? (refused as Answer);
      unsure = answers.length < all.length;
      lost ||= unsure;
      patience = PATIENCE;
      await this.#again(path, tries);
      await pause(UNDER_WAY);
    }
  }

  async #again(path: string, tries: number): Promise<void> {
    if (tries > MOST_TRIES) throw new Error(`${path} is not answered: ${this.#memory.failures.at(-1)}`);
    this.#memory.retries++;
    await this.site.up();
    await pause(between(20, 200));
  }

  /** An act that was done can't have been refused; but for whoever was banned in between. */
  #compare(path: string, answers: readonly Answer[], asked: number): void {
    const refused = answers.find(({ status }) => status >= 400 && status !== 403);
    if (!refused || !answers.some(({ status }) => status < 300)) return;
    const text = `${refused.status} ${refused.text}`;
    this.#memory.contradictions.push({ path, text, code: codeOf(refused), asked, answered: Date.now() });
  }
}
