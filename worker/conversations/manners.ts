import { NEWCOMER_MESSAGES, NEWCOMER_PER_DAY } from "#domain/spam/rules.ts";
import { Words } from "#domain/spam/words.ts";
import { type Env, limitsOff } from "../env.ts";
import { SLOW_MESSAGE } from "../spam/newcomers.ts";
import type { Denial, Terms } from "./permit.ts";

const MINUTE = 60_000;
const DAY_SECONDS = 24 * 60 * 60;

interface Known {
  newcomer: boolean;
  words: Words;
  /** When a newcomer's newest messages came. */
  sent: number[];
}

/** What the two people of a conversation are held to, as far as it came with their permits: forgotten with the process. */
export class Manners {
  readonly #known = new Map<number, Known>();
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  learn(sender: number, { newcomer, words }: Terms): void {
    const sent = this.#known.get(sender)?.sent ?? [];
    this.#known.set(sender, { newcomer, words: Words.read(words), sent });
  }

  /** Why a message is not taken, or null; `begins` where nothing has been said in the conversation yet. */
  async problem(sender: number, body: string, begins: boolean): Promise<Denial | null> {
    const known = this.#known.get(sender);
    const [word] = known?.words.find(body, "refuse") ?? [];
    if (word) return { code: "word_refused", message: `“${word}” can't be written here.` };
    if (!known?.newcomer || limitsOff(this.#env)) return null;
    const now = Date.now();
    known.sent = known.sent.filter((at) => at > now - MINUTE);
    if (known.sent.length >= NEWCOMER_MESSAGES) return { code: "too_many" };
    if (begins && (await this.#beginsTooMany(sender))) return { code: "too_many", message: SLOW_MESSAGE };
    known.sent.push(now);
    return null;
  }

  /** Counts who a newcomer has begun to write to on a day. */
  async #beginsTooMany(sender: number): Promise<boolean> {
    const counter = this.#env.THROTTLE.getByName(`newcomer:conversations:${sender}`);
    return (await counter.attempt(NEWCOMER_PER_DAY.conversations, DAY_SECONDS)) > 0;
  }
}
