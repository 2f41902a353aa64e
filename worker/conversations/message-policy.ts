import { NEWCOMER_MESSAGES_PER_MINUTE } from "#domain/spam/rules.ts";
import { WordList } from "#domain/spam/word-list.ts";
import { type Env, limitsOff } from "../env.ts";
import { countNewcomerAction, NEWCOMER_LIMIT_MESSAGE } from "../spam/newcomers.ts";
import type { Denial, SenderTerms } from "./permit.ts";

const MINUTE = 60_000;
const FAST_MESSAGE = "You're sending messages too fast. Wait a moment and try again.";

interface SenderState {
  newcomer: boolean;
  words: WordList;
  /** When a newcomer sent their latest messages. */
  sent: number[];
}

/**
 * Content and rate rules for a conversation's two users, as loaded with their permits. Kept in memory only.
 */
export class MessagePolicy {
  readonly #senders = new Map<number, SenderState>();
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  learn(sender: number, { newcomer, words }: SenderTerms): void {
    const sent = this.#senders.get(sender)?.sent ?? [];
    this.#senders.set(sender, { newcomer, words: WordList.read(words), sent });
  }

  /** Returns why a message is rejected, or null. `begins` is true for a conversation's first message. */
  async problem(sender: number, body: string, begins: boolean): Promise<Denial | null> {
    const state = this.#senders.get(sender);
    const [word] = state?.words.find(body, "refuse") ?? [];
    if (word) return { code: "word_refused", message: `“${word}” isn't allowed here.` };
    if (!state?.newcomer || limitsOff(this.#env)) return null;
    const now = Date.now();
    state.sent = state.sent.filter((at) => at > now - MINUTE);
    if (state.sent.length >= NEWCOMER_MESSAGES_PER_MINUTE) return { code: "too_many", message: FAST_MESSAGE };
    if (begins && (await countNewcomerAction(this.#env, sender, "conversations")) > 0)
      return { code: "too_many", message: NEWCOMER_LIMIT_MESSAGE };
    state.sent.push(now);
    return null;
  }
}
