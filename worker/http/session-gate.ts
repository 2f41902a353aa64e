import {
  type Batch,
  type BatchOptions,
  type BatchRows,
  ConditionFailed,
  Database,
  first,
  type Meter,
  nullIfRefused,
  type Reach,
  type SQL,
  type Statement,
  sql,
} from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { ApiError } from "#domain/errors.ts";
import { formatTime } from "#domain/time.ts";
import type { KeyedCall } from "./keyed-calls.ts";
import { Reader } from "./reader.ts";
import {
  accountQuery,
  type Claims,
  CONFIRMED_FOR_MS,
  effectiveRole,
  hashToken,
  isBanned,
  type SessionAccount,
} from "./session.ts";

/** Another database's access: reads run beside the session's check, and writes after it. */
class SideDatabase extends Reader {
  readonly db: Database;
  readonly #name: DatabaseName;
  readonly #checkSession: () => Promise<unknown>;
  readonly #keyedCall: KeyedCall | null;

  constructor(
    db: Database,
    name: DatabaseName,
    checkSession: () => Promise<unknown>,
    keyedCall: KeyedCall | null,
  ) {
    super();
    this.db = db;
    this.#name = name;
    this.#checkSession = checkSession;
    this.#keyedCall = keyedCall;
  }

  /** Runs queries in one round trip and returns their rows by name. */
  async read<B extends Batch>(queries: B): Promise<BatchRows<B>> {
    const rows = this.db.batch(queries);
    // The session's error comes first.
    rows.catch(() => {});
    await this.#checkSession();
    return rows;
  }

  /** Doesn't wait for the check: for rows that only choose what a checked read returns. */
  readAhead<Row>(query: Statement<Row>): Promise<Row[]> {
    return this.db.all(query);
  }

  /** Runs statements in one transaction and one round trip, and returns their rows by name. */
  async write<B extends Batch>(statements: B, options?: BatchOptions): Promise<BatchRows<B>> {
    await this.#checkSession();
    const keyedCall = this.#keyedCall;
    if (!keyedCall) return this.db.batch(statements, options);
    const claim = { claim: keyedCall.claim };
    const [, rows] = await keyedCall.write(this.#name, () =>
      this.db.batches([claim, statements], { ...options, idempotent: false }),
    );
    return rows;
  }

  /** The same if a rule holds, which the caller hasn't read before. Otherwise nothing is written, and null returned. */
  writeIf<B extends Batch>(rule: SQL, statements: B): Promise<BatchRows<B> | null> {
    return this.write(statements, { when: rule }).catch(nullIfRefused);
  }
}

/** Opens the databases besides the main one for a request. */
export const openSideDatabases = (env: Env, meter: Meter, reach: Reach = "primary") => ({
  forum: new Database(env.DB_FORUM, meter, { reach, name: "forum" }),
  play: new Database(env.DB_PLAY, meter, { reach, name: "play" }),
});

/** The cookie's claims are no longer true. The request runs again with the current claims, or fails. */
export class ClaimsChanged extends ApiError {
  readonly claims: Claims | null;
  /** The session is valid under a secret its browser may already have: keep the cookie. */
  readonly replaced: boolean;
  constructor(claims: Claims | null, replaced = false) {
    super("session_changed");
    this.claims = claims;
    this.replaced = replaced;
  }
}

/** The databases besides the main one. */
export type SideDatabases = Partial<Record<Exclude<DatabaseName, "main">, Database>>;

/** Reasons to reject a user whose session is valid. */
export interface GateRules {
  rejectBanned: boolean;
  /** Reject sessions without a recent password confirmation; required for sensitive actions. */
  requireConfirmed?: boolean;
}

const DUE = { due: first`select id from achievement_queue limit 1` };

/** Access to the database that checks the session in its first round trip. Nothing is written before. */
export class SessionGate extends Reader {
  readonly db: Database;
  readonly claims: Claims | null;
  readonly #now: number;
  readonly #rules: GateRules;
  readonly #others: SideDatabases;
  #account: SessionAccount | null = null;
  /** The read that checks the session, while it's under way. */
  #checking: Promise<unknown> | null = null;
  /** The call behind the request, if it has a key. Nothing is read for it or written if it was done before. */
  keyedCall: KeyedCall | null = null;
  /** Achievements are waiting to be awarded, because of a write in this request or an earlier one. */
  hasDueAchievements = false;

  /** `others` are the databases besides the main one, for requests that can need them. */
  constructor(
    db: Database,
    claims: Claims | null,
    now: number,
    rules: GateRules,
    others: SideDatabases = {},
  ) {
    super();
    this.db = db;
    this.claims = claims;
    this.#now = now;
    this.#rules = rules;
    this.#others = others;
  }

  /** Returns a gate for the same request with other claims. */
  withClaims(claims: Claims): SessionGate {
    const gate = new SessionGate(this.db, claims, this.#now, this.#rules, this.#others);
    gate.keyedCall = this.keyedCall;
    return gate;
  }

  /** The forums' database. It returns and writes nothing before this gate has checked the session. */
  get forum(): SideDatabase {
    return this.#side("forum");
  }

  /** The database of play data, on the same condition. */
  get play(): SideDatabase {
    return this.#side("play");
  }

  #side(name: keyof SideDatabases): SideDatabase {
    const database = this.#others[name];
    if (!database) throw new Error(`This request has no access to the database "${name}".`);
    return new SideDatabase(database, name, () => this.account(), this.keyedCall);
  }

  /** The account if the session has already been checked. */
  get checkedAccount(): SessionAccount | null {
    return this.#account;
  }

  /** The user according to the cookie: reliable enough to decide what to read. */
  get viewer(): Actor | null {
    return this.claims && { id: this.claims.id, role: this.claims.role };
  }

  /** Runs queries in one round trip and returns their rows by name. The first round trip also checks the session. */
  async read<B extends Batch>(queries: B): Promise<BatchRows<B>> {
    if (!this.claims || this.#account) return this.db.batch(queries);
    const { claims } = this;
    const { keyedCall } = this;
    const session = { account: first(accountQuery(claims.token)), earlier: first(keyedCall?.query ?? null) };
    const batches = this.db.batches([session, queries]);
    const checking = batches.then(([{ account, earlier }]) => {
      this.#checkSession(claims, account);
      return keyedCall?.check(earlier);
    });
    this.#checking = checking;
    try {
      await checking;
    } finally {
      this.#checking = null;
    }
    const [, rows] = await batches;
    return rows;
  }

  /** One transaction, with the session check if pending. Finds due achievements to award afterwards. */
  async write<B extends Batch>(statements: B, options?: BatchOptions): Promise<BatchRows<B>> {
    const isChecked = !this.claims || this.#account !== null;
    try {
      return await this.#writeOnce(statements, options);
    } catch (error) {
      if (isChecked || !(error instanceof ConditionFailed)) throw error;
      // Nothing was written. Reading the session throws the error that says why.
      await this.account();
      return this.#writeOnce(statements, options);
    }
  }

  /** Writes if the rule holds, else null: the caller then reads why, and that read checks the session. */
  writeIf<B extends Batch>(rule: SQL, statements: B): Promise<BatchRows<B> | null> {
    return this.#writeOnce(statements, { when: rule }).catch(nullIfRefused);
  }

  async #writeOnce<B extends Batch>(statements: B, options?: BatchOptions): Promise<BatchRows<B>> {
    const { keyedCall } = this;
    await keyedCall?.checkElsewhere();
    const unchecked = this.#account ? null : this.claims;
    const check = {
      account: first(unchecked && accountQuery(unchecked.token)),
      claim: keyedCall?.claim ?? [],
    };
    const conditions = [unchecked && this.#isSessionValid(unchecked), options?.when].filter((each) => !!each);
    const when = conditions.length > 0 && {
      when: sql.join(
        conditions.map((each) => sql`(${each})`),
        sql` and `,
      ),
    };
    const [{ account }, rows, { due }] = await this.#claimed(() =>
      this.db.batches([check, statements, DUE], { ...this.#retried(options), ...when }),
    );
    if (unchecked) this.#account = account ?? null;
    this.hasDueAchievements ||= due !== undefined;
    return rows;
  }

  #claimed<T>(run: () => Promise<T>): Promise<T> {
    return this.keyedCall ? this.keyedCall.write("main", run) : run();
  }

  /** A batch with a key isn't retried here: the second try would find the key of the first. The caller retries with the key. */
  #retried(options: BatchOptions | undefined): BatchOptions | undefined {
    return this.keyedCall ? { ...options, idempotent: false } : options;
  }

  /** Returns the signed-in account as stored in the database, or null for a visitor. */
  async account(): Promise<SessionAccount | null> {
    // A read that is under way checks it already.
    if (this.#checking) await this.#checking;
    if (this.claims && !this.#account) await this.read({});
    return this.#account;
  }

  /** Returns the signed-in account. Throws `unauthenticated` for a visitor. */
  async member(): Promise<SessionAccount> {
    const account = await this.account();
    if (!account) throw new ApiError("unauthenticated");
    return account;
  }

  /** Returns the signed-in account even if its role has changed since the cookie was set. */
  async currentMember(): Promise<SessionAccount> {
    try {
      return await this.member();
    } catch (error) {
      if (error instanceof ClaimsChanged && error.claims)
        return this.withClaims(error.claims).currentMember();
      throw error;
    }
  }

  /** Condition: the session passes `#checkSession`. */
  #isSessionValid({ id, role, token }: Claims): SQL {
    const { rejectBanned, requireConfirmed } = this.#rules;
    const isUnbanned: SQL = rejectBanned
      ? sql` and (u.banned_at is null or u.banned_until <= ${this.#now})`
      : sql``;
    const isConfirmed: SQL = requireConfirmed
      ? sql` and s.confirmed_at >= ${this.#now - CONFIRMED_FOR_MS}`
      : sql``;
    return sql`exists (select 1 from sessions s join users u on u.id = s.user_id
      where s.id = ${hashToken(token)} and s.expires_at > ${this.#now} and u.id = ${id} and ${effectiveRole} = ${role}
        ${isUnbanned}${isConfirmed})`;
  }

  #checkSession(claims: Claims, account: SessionAccount | undefined): void {
    if (!account || account.expires_at <= this.#now || account.id !== claims.id)
      throw new ClaimsChanged(null, account?.expires_at === 0);
    if (account.role !== claims.role) throw new ClaimsChanged({ ...claims, role: account.role });
    this.#account = account;
    const { rejectBanned: banned, requireConfirmed: unconfirmed } = this.#rules;
    if (banned && isBanned(account, this.#now)) throw bannedError(account);
    if (unconfirmed && account.confirmed_at < this.#now - CONFIRMED_FOR_MS)
      throw new ApiError("confirm_needed");
  }
}

export const bannedError = (account: SessionAccount) =>
  new ApiError("banned", { message: bannedMessage(account) });

/** Returns the message for a banned user. */
export function bannedMessage({
  ban_reason,
  banned_until,
}: Pick<SessionAccount, "ban_reason" | "banned_until">): string {
  const until = banned_until === null ? "permanently" : `until ${formatTime(banned_until)} UTC`;
  return `Your account is banned ${until}. Reason: ${ban_reason || "none given"}`;
}
