import { hasTooManyLinks, NEWCOMER_MESSAGES_PER_MINUTE } from "#domain/spam/rules.ts";
import { type WordAction, WordList } from "#domain/spam/word-list.ts";
import { limitsOff } from "../env.ts";
import type { Denial } from "../objects/conversation-api.ts";
import { countNewcomerAction, NEWCOMER_LIMIT_MESSAGE } from "../spam/newcomers.ts";
import { ownHost } from "../spam/screen.ts";
import type { SenderTerms } from "./permit.ts";

const MINUTE = 60_000;
const LINKS_MESSAGE = "That's too many links for one message. Send fewer, or without links.";
const FAST_MESSAGE = "You're sending messages too fast. Wait a moment and try again.";

interface SenderState {
  newcomer: boolean;
  words: WordList;
  /** When a newcomer sent their latest messages. */
  sent: number[];
}

/**
 * Content and rate rules for the users of a conversation or a room, as loaded with their permits. Kept in memory only.
 */
export class MessagePolicy {
  readonly #senders = new Map<number, SenderState>();
  readonly #env: Env;
  readonly #rejected: readonly WordAction[];
  /** The newest list, as stored and prepared: all senders usually have the same. */
  #words: { stored: string | null; list: WordList } | null = null;

  /** `rejected` are the kinds of words that messages can't contain. */
  constructor(env: Env, rejected: readonly WordAction[] = ["refuse"]) {
    this.#env = env;
    this.#rejected = rejected;
  }

  learn(sender: number, { newcomer, words }: SenderTerms): void {
    const sent = this.#senders.get(sender)?.sent ?? [];
    if (this.#words?.stored !== words) this.#words = { stored: words, list: WordList.read(words) };
    this.#senders.set(sender, { newcomer, words: this.#words.list, sent });
  }

  /** Forgets users who aren't here and haven't written for a minute. */
  forgetAbsent(isHere: (user: number) => boolean, now = Date.now()): void {
    for (const [sender, { sent }] of this.#senders)
      if (!isHere(sender) && sent.every((at) => at <= now - MINUTE)) this.#senders.delete(sender);
  }

  /** Returns why a message is rejected, or null. `begins` is true for a conversation's first message. */
  async problem(sender: number, body: string, begins: boolean): Promise<Denial | null> {
    const state = this.#senders.get(sender);
    const [word] = this.#rejected.flatMap((action) => state?.words.find(body, action) ?? []);
    if (word) return { code: "word_refused", message: `“${word}” isn't allowed here.` };
    // Comments with this many are held; messages can't be.
    if (hasTooManyLinks(body, state?.newcomer ?? false, ownHost(this.#env)))
      return { code: "word_refused", message: LINKS_MESSAGE };
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
