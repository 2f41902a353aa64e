import { sql } from "drizzle-orm";
import { type Database, type Rows, type Statement, statement } from "#db/client.ts";
import { ApiError } from "#domain/errors.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { formatTime } from "#domain/time.ts";
import { type Account, accountQuery, type Claims, CONFIRMED_FOR, isBanned } from "./session.ts";

/** The cookie's claims are not (any longer) true. The request is run again with what is, or refused. */
export class ClaimsChanged extends ApiError {
  readonly claims: Claims | null;
  /** The session stands, with another secret that its browser may have by now: its cookie must not be thrown away. */
  readonly replaced: boolean;
  constructor(claims: Claims | null, replaced = false) {
    super("session_changed");
    this.claims = claims;
    this.replaced = replaced;
  }
}

/** Whom the session's check turns away, besides those whose session is none. */
export interface Refused {
  banned: boolean;
  /** Whoever has not shown of late who they are: a dangerous act wants that. */
  unconfirmed?: boolean;
}

const ACHIEVEMENTS_DUE = statement(sql`select id from achievement_queue limit 1`);

/**
 * A request's way to the database. The session is checked in the same round trip as the first read, so that being
 * signed in costs no round of its own; nothing is written before it has been checked.
 */
export class SessionGate {
  readonly db: Database;
  readonly claims: Claims | null;
  readonly #now: number;
  readonly #refused: Refused;
  #account: Account | null = null;
  /** A write has put somebody into the queue of achievements, or others wait there. */
  hasDue = false;

  constructor(db: Database, claims: Claims | null, now: number, refused: Refused) {
    this.db = db;
    this.claims = claims;
    this.#now = now;
    this.#refused = refused;
  }

  /** The same way with other claims. */
  with(claims: Claims): SessionGate {
    return new SessionGate(this.db, claims, this.#now, this.#refused);
  }

  /** Who asks, by their cookie: good for deciding what to read. */
  get viewer(): Actor | null {
    return this.claims && { id: this.claims.id, role: this.claims.role };
  }

  /** Runs queries in one round trip, checking the session with the first ones. */
  async read<const Q extends readonly Statement[]>(...queries: Q): Promise<Rows<Q>> {
    if (!this.claims || this.#account) return this.db.batch(queries);
    const [accounts, ...rest] = await this.db.batch([accountQuery(this.claims.token), ...queries]);
    this.#admit(this.claims, accounts[0]);
    return rest as unknown as Rows<Q>;
  }

  /**
   * Runs statements in one transaction and one round trip, after the session was checked. The same trip tells whether
   * achievements are due, so that whoever answers can see to them afterwards.
   */
  async write<const Q extends readonly Statement[]>(...queries: Q): Promise<Rows<Q>> {
    await this.account();
    const answers = await this.db.batch([...queries, ACHIEVEMENTS_DUE]);
    this.hasDue ||= (answers.pop()?.length ?? 0) > 0;
    return answers as unknown as Rows<Q>;
  }

  /** The signed-in account as the database knows it, or null for a visitor. */
  async account(): Promise<Account | null> {
    if (this.claims && !this.#account) await this.read();
    return this.#account;
  }

  /** The same where only members get to. */
  async member(): Promise<Account> {
    const account = await this.account();
    if (!account) throw new ApiError("unauthenticated");
    return account;
  }

  /** The same, where a role that has changed is no reason to be turned away. */
  async standing(): Promise<Account> {
    try {
      return await this.member();
    } catch (error) {
      if (error instanceof ClaimsChanged && error.claims) return this.with(error.claims).standing();
      throw error;
    }
  }

  #admit(claims: Claims, account: Account | undefined): void {
    if (!account || account.expires_at <= this.#now || account.id !== claims.id)
      throw new ClaimsChanged(null, account?.expires_at === 0);
    if (account.role !== claims.role) throw new ClaimsChanged({ ...claims, role: account.role });
    this.#account = account;
    const { banned, unconfirmed } = this.#refused;
    if (banned && isBanned(account, this.#now)) throw bannedError(account);
    if (unconfirmed && account.confirmed_at < this.#now - CONFIRMED_FOR) throw new ApiError("confirm_needed");
  }
}

export const bannedError = (account: Account) => new ApiError("banned", { message: bannedMessage(account) });

/** What a banned person is told. */
export function bannedMessage({
  ban_reason,
  banned_until,
}: Pick<Account, "ban_reason" | "banned_until">): string {
  const until = banned_until === null ? "for ever" : `until ${formatTime(banned_until)} UTC`;
  return `Your account is banned ${until}. Reason: ${ban_reason || "none given"}`;
}
