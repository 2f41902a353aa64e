import { type Columns, Database, statement } from "#db/database.ts";
import { cleanText, textProblem } from "#domain/api/fields.ts";
import type { Role } from "#domain/auth/roles.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { isNewcomer } from "#domain/spam/rules.ts";
import { MessagePolicy, type SenderTerms } from "../conversations/permit.ts";
import { logError } from "../http/log.ts";
import { effectiveRole } from "../http/session.ts";
import type { ChatLine } from "../objects/level-room-api.ts";
import { wordsColumn } from "../spam/words.ts";

/** A line, and the users who got it. */
interface SentLine extends ChatLine {
  audience: ReadonlySet<number>;
}

/** How long the filtered words, and who is a newcomer, are cached. */
const TERMS_MS = 60_000;
const TOO_FAST = "Wait a second before you write again.";
const EMOTE_TOO_FAST = "Wait two seconds between emotes.";
const TEXT_RULE = { max: ROOM_LIMITS.chatLength, empty: "Write something first." };

/** The chat of a room (rule 19). The newest lines stay in memory, with their readers, for reports. */
export class RoomChat {
  readonly #env: Env;
  readonly #policy: MessagePolicy;
  readonly #lines: SentLine[] = [];
  /** When each user last wrote, and last sent an emote. */
  readonly #wroteAt = new Map<number, number>();
  readonly #emoteAt = new Map<number, number>();
  /** The players whose terms are known, and when they were read. */
  readonly #known = new Set<number>();
  #readAt = 0;

  constructor(env: Env) {
    this.#env = env;
    // Lines can't be held for review, so words that would be held elsewhere are rejected too.
    this.#policy = new MessagePolicy(env, ["refuse", "hold"]);
  }

  /** Learns the rules for a player who joins. */
  learn(user: number, terms: SenderTerms, now = Date.now()): void {
    // In an empty room, these are the newest.
    if (this.#known.size === 0) this.#readAt = now;
    this.#known.add(user);
    this.#policy.learn(user, terms);
  }

  /** Forgets a player who has left, except for their lines and what they did a moment ago. */
  forget(user: number, now = Date.now()): void {
    this.#known.delete(user);
    this.#policy.forgetAbsent((id) => this.#known.has(id), now);
    deleteBefore(this.#wroteAt, now - ROOM_LIMITS.chatMs);
    deleteBefore(this.#emoteAt, now - ROOM_LIMITS.emoteMs);
  }

  /** The checked text and who gets it, or why not. `audience` runs last: none if the author left. */
  async send(
    user: number,
    written: string,
    audience: () => readonly number[],
    now = Date.now(),
  ): Promise<{ text: string; audience: readonly number[] } | { problem: string }> {
    if (now - (this.#wroteAt.get(user) ?? 0) < ROOM_LIMITS.chatMs) return { problem: TOO_FAST };
    this.#wroteAt.set(user, now);
    const text = cleanText(written);
    const problem = textProblem("Your message", text, TEXT_RULE);
    if (problem) return { problem };
    if (now - this.#readAt >= TERMS_MS) await this.#readTerms(now);
    const denial = await this.#policy.problem(user, text, false);
    if (denial) return { problem: denial.message ?? TOO_FAST };
    const readers = audience();
    if (readers.length > 0) this.#keep({ user, text, at: now, audience: new Set(readers) });
    return { text, audience: readers };
  }

  #keep(line: SentLine): void {
    this.#lines.push(line);
    if (this.#lines.length > ROOM_LIMITS.chatLines) this.#lines.shift();
  }

  /** Reads the filtered words and who is a newcomer again, for everyone in the room. One round trip. */
  async #readTerms(now: number): Promise<void> {
    this.#readAt = now;
    try {
      await this.#readTermsOrThrow(now);
    } catch (error) {
      // The chat goes on with the words it knows, and tries again in a minute.
      logError("words of a room not read", {}, error);
    }
  }

  async #readTermsOrThrow(now: number): Promise<void> {
    const users = JSON.stringify([...this.#known]);
    const rows = await new Database(this.#env.DB).all(
      statement<TermsRow>`select u.id, ${effectiveRole} as role, u.created_at, u.email_verified_at,
          ${wordsColumn} as words
        from json_each(${users}) n cross join users u on u.id = n.value`,
    );
    for (const row of rows) {
      const newcomer = row.role === "member" && isNewcomer(row, now);
      this.#policy.learn(row.id, { newcomer, words: row.words });
    }
  }

  /** Returns why a player can't send an emote, or null. */
  emote(user: number, now = Date.now()): string | null {
    if (now - (this.#emoteAt.get(user) ?? 0) < ROOM_LIMITS.emoteMs) return EMOTE_TOO_FAST;
    this.#emoteAt.set(user, now);
    return null;
  }

  /** The newest lines that a user got, oldest first, if one of them is by `author`; else none. */
  linesFor(reader: number, author: number): ChatLine[] {
    const lines = this.#lines.filter(({ audience }) => audience.has(reader));
    return lines.some(({ user }) => user === author)
      ? lines.map(({ user, text, at }) => ({ user, text, at }))
      : [];
  }
}

function deleteBefore(times: Map<number, number>, before: number): void {
  for (const [user, at] of times) if (at <= before) times.delete(user);
}

interface TermsRow extends Columns<"users", "id" | "created_at" | "email_verified_at"> {
  role: Role;
  words: string | null;
}
