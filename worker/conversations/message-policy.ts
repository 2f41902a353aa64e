import { NEWCOMER_MESSAGES } from "#domain/spam/rules.ts";
import { Words } from "#domain/spam/words.ts";
import { type Env, limitsOff } from "../env.ts";
import { countNewcomer, SLOW_MESSAGE } from "../spam/newcomers.ts";
import type { Denial, Terms } from "./permit.ts";

const MINUTE = 60_000;

interface Known {
  newcomer: boolean;
  words: Words;
  /** When a newcomer's newest messages came. */
  sent: number[];
}

/** What the two people of a conversation are held to, as far as it came with their permits: forgotten with the process. */
export class MessagePolicy {
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
    if (begins && (await countNewcomer(this.#env, sender, "conversations")) > 0)
      return { code: "too_many", message: SLOW_MESSAGE };
    known.sent.push(now);
    return null;
  }
}
