import { type Columns, Database, type Statement, sql, statement } from "#db/database.ts";
import type { Actor, Role } from "#domain/auth/roles.ts";
import { contactProblem } from "#domain/blocks/rules.ts";

import { hasTooManyLinks, isNewcomer, NEWCOMER_MESSAGES_PER_MINUTE } from "#domain/spam/rules.ts";
import { type WordAction, WordList } from "#domain/spam/word-list.ts";
import { type RelationshipColumns, relationshipColumns, relationshipOf } from "../blocks/queries.ts";
import { limitsOff } from "../env.ts";
import { effectiveRole, isBanned } from "../http/session.ts";
import { bannedMessage } from "../http/session-gate.ts";
import type { Denial } from "../objects/conversation-api.ts";
import { countNewcomerAction, NEWCOMER_LIMIT_MESSAGE, ownHost } from "../spam/screen.ts";
import { wordsColumn } from "../spam/words.ts";
import {
  type PresenceColumns,
  presenceColumns,
  presenceJoins,
  presentUserWithPresence,
  type UserColumns,
  userColumns,
} from "../users/present.ts";

const MINUTE = 60_000;
const LINKS_MESSAGE = "That's too many links for one message. Send fewer, or without links.";
const FAST_MESSAGE = "You're sending messages too fast. Wait a moment and try again.";

interface SenderState {
  newcomer: boolean;
  words: WordList;
  /** When a newcomer sent their latest messages. */
  sent: number[];
}

/** Content and rate rules for the users of a conversation or a room, loaded with their permits. */
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

/** How long a permit is cached, unless it's cleared earlier (rule 14). */
export const PERMIT_MS = 60_000;

interface Row
  extends RelationshipColumns,
    Columns<"users", "banned_at" | "banned_until" | "ban_reason" | "created_at" | "email_verified_at"> {
  role: Role;
  /** Null if the user doesn't exist. */
  privacy: number | null;
  words: string | null;
}

/** Rules for a sender: whether they're a newcomer, and the filtered words. */
export interface SenderTerms {
  newcomer: boolean;
  words: string | null;
}

/** Null if the user can write, or why not. One round trip, six rows. `learn` gets the sender's rules. */
export async function queryPermit(
  env: Env,
  from: number,
  to: number,
  session: string,
  learn?: (terms: SenderTerms) => void,
): Promise<Denial | null> {
  const now = Date.now();
  const row = await new Database(env.DB).first(
    statement<Row>`select ${effectiveRole} as role, u.banned_at, u.banned_until, u.ban_reason,
        u.created_at, u.email_verified_at, ${wordsColumn} as words,
        (select message_privacy from users where id = ${to}) as privacy,
        ${relationshipColumns(sql`${from}`, sql`${to}`)}
      from sessions s join users u on u.id = s.user_id
      where s.id = ${session} and s.user_id = ${from} and s.expires_at > ${now}`,
  );
  if (!row) return { code: "session_changed" };
  if (isBanned(row, now)) return { code: "banned", message: bannedMessage(row) };
  if (row.privacy === null) return { code: "not_found", message: "This user doesn't exist." };
  const code = contactProblem({ id: from, role: row.role }, relationshipOf(row, row.privacy));
  if (!code) learn?.({ newcomer: row.role === "member" && isNewcomer(row, now), words: row.words });
  return code && { code };
}

/** A permit that is used when it's this old is queried again meanwhile, so that people who write to each other never wait. */
const REFRESH_AFTER_MS = 40_000;
/** Maximum clock difference between two objects. */
const SKEW_MS = 2_000;

export const permitKey = (user: number, session: string): string => `${user}:${session}`;

/** Whether a permit may be older than the time when its user or the other one cleared theirs. */
export const isCleared = (grantedAt: number, clearedAt: number): boolean => grantedAt <= clearedAt + SKEW_MS;

/** The cached permits of a conversation (rule 14). Denials aren't cached. */
export class Permits {
  /** When each permit was granted, by user and session. */
  readonly #grantedAt = new Map<string, number>();
  /** Incremented when permits are cleared; a query that was running then is repeated. */
  #generation = 0;

  /** The permits that are being queried again. */
  readonly #refreshing = new Set<string>();

  has(key: string): boolean {
    return this.grantedAt(key) > Date.now() - PERMIT_MS;
  }

  /** When the cached permit was granted; 0 without one. */
  grantedAt(key: string): number {
    return this.#grantedAt.get(key) ?? 0;
  }

  /** Why the user can't write, or null. Waits for `query` only without a cached permit. */
  async admit(key: string, query: () => Promise<Denial | null>, onFailure: (error: unknown) => void) {
    if (this.has(key)) this.#refresh(key, query).catch(onFailure);
    while (!this.has(key)) {
      const denial = await this.#query(key, query);
      if (denial) return denial;
    }
    return null;
  }

  async #refresh(key: string, query: () => Promise<Denial | null>): Promise<void> {
    const isNew = this.grantedAt(key) > Date.now() - REFRESH_AFTER_MS;
    if (isNew || this.#refreshing.has(key)) return;
    this.#refreshing.add(key);
    try {
      if (await this.#query(key, query)) this.#grantedAt.delete(key);
    } finally {
      this.#refreshing.delete(key);
    }
  }

  async #query(key: string, query: () => Promise<Denial | null>): Promise<Denial | null> {
    const generation = this.#generation;
    const at = Date.now();
    const denial = await query();
    if (!denial && generation === this.#generation) this.#grantedAt.set(key, at);
    return denial;
  }

  clear(): void {
    this.#generation++;
    this.#grantedAt.clear();
  }

  /** Clears the permits granted before `time`, when a hub cleared those of its user. */
  clearBefore(time: number): void {
    for (const [key, at] of this.#grantedAt) if (isCleared(at, time)) this.#grantedAt.delete(key);
  }
}

/** A user, with the blocks and buddy relations between them and the viewer. */
export type ContactRow = UserColumns &
  PresenceColumns &
  RelationshipColumns &
  Columns<"users", "message_privacy">;

/** The columns of users (joined as `u`) that decide whether `me` can write to them. */
export const contactColumns = (me: number) => sql`${userColumns}, ${presenceColumns}, u.message_privacy,
  ${relationshipColumns(sql`${me}`, sql`u.id`)}`;

/** Selects users by id, in no particular order. */
export function contactsQuery(me: number, ids: readonly number[]): Statement<ContactRow> {
  return statement`select ${contactColumns(me)} from json_each(${JSON.stringify(ids)}) j
    cross join users u on u.id = j.value ${presenceJoins}`;
}

export function presentContact(row: ContactRow, me: Actor, now: number) {
  const between = relationshipOf(row, row.message_privacy);
  return {
    user: presentUserWithPresence(row, now),
    block: between.blocks,
    can_send: row.u_id !== me.id && contactProblem(me, between) === null,
  };
}
