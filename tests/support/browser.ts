import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { Database, Meter, statement } from "#db/database.ts";
import { build, type NewUser, newUserRow, toStatement } from "#db/new-rows.ts";
import { sessions, users } from "#db/schema/index.ts";
import { BOOKMARK_HEADER } from "#domain/api/bookmark-header.ts";
import { formatBookmarks, mergeBookmarks, parseBookmarks } from "#domain/api/bookmarks.ts";
import { buildUrl, fillPath, type OutputOf, type Route } from "#domain/api/route.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { formOf } from "#scripts/client/form-of.ts";
import { nameRules } from "#worker/auth/usernames.ts";
import { type Claims, hashToken, randomToken, SESSION_COOKIE, sign } from "#worker/http/session.ts";
import site from "#worker/index.ts";

export const ORIGIN = "https://bopolis.test";
export const testEnv = env as unknown as Env;
/** The built worker, without variants. */
export const builtSite = (exports as unknown as { default: Fetcher }).default;

/**
 * The states of the database that the tests know from responses, events and statements of their own. Their browsers are never
 * shown an older one, as if each saw the others' pages. It only matters with a copy that lags behind.
 */
class KnownStates extends Meter {
  override addBookmark(name: DatabaseName, bookmark: string): void {
    // A test looks things up that its browsers don't know.
    if (this.hasWritten) super.addBookmark(name, bookmark);
    this.hasWritten = false;
  }

  add(text: string | null): void {
    this.bookmarks = mergeBookmarks(this.bookmarks, parseBookmarks(text));
  }
}
export const knownStates = new KnownStates();

export const db = new Database(testEnv.DB, knownStates);
export const forumDb = new Database(testEnv.DB_FORUM, knownStates, { name: "forum" });

export const playDb = new Database(testEnv.DB_PLAY, knownStates, { name: "play" });

/** Runs the statement that it's the tag of, and returns its rows. */
const runOn =
  (database: Database) =>
  <Row = Record<string, unknown>>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
    database.all(statement<Row>(sql(text, ...values)));
export const runSql = runOn(db);
export const runPlaySql = runOn(playDb);
export const runForumSql = runOn(forumDb);

/** The first row of a statement that it's the tag of, or undefined. */
export const firstRow = <Row = Record<string, unknown>>(
  text: TemplateStringsArray,
  ...values: unknown[]
): Promise<Row | undefined> => db.first(statement<Row>(sql(text, ...values)));

/** Runs the insert that it's the tag of. Returns the id of its row. */
export const insertedId = async (...insert: Parameters<typeof firstRow>): Promise<number> =>
  (await firstRow<{ id: number }>(...insert))?.id ?? 0;

let count = 0;
/** Returns a number that's unique in this test file and allowed in usernames: the digits of some read as a rude word. */
export function unique(): number {
  do count++;
  while (nameRules.problem(String(count)));
  return count;
}

/** Stores a user. Returns their id and username. */
export async function addUser(fields: Partial<NewUser> = {}): Promise<{ id: number; username: string }> {
  const row = newUserRow(unique(), Date.now(), {
    // Staff need two-factor authentication.
    ...(fields.role && fields.role !== "member" && { two_factor_at: 1 }),
    ...fields,
  });
  const [stored] = await db.all<{ id: number; username: string }>(
    toStatement(build.insert(users).values(row).returning({ id: users.id, username: users.username })),
  );
  if (!stored) throw new Error("The user wasn't stored.");
  return stored;
}

/** The fields of a call that its path names. */
function pathFields({ path }: Route, fields: Record<string, unknown>): Record<string, string | number> {
  const named = Object.entries(fields).filter(([name]) => new RegExp(`\\{${name}\\??\\}`).test(path));
  return Object.fromEntries(named) as Record<string, string | number>;
}

export interface TestResponse {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
  /** Round trips to the main database and to the others, and rows of all of them, from Server-Timing. */
  cost: {
    roundTrips: number;
    forumRoundTrips: number;
    playRoundTrips: number;
    read: number;
    written: number;
  };
}

/** A browser for tests: stores cookies and the CSRF token, and calls endpoints like the web app. */
export class Browser {
  /** The user it was made for, not for visitors. */
  id = 0;
  username = "";
  readonly cookies = new Map<string, string>();
  csrf = "";
  /** Overrides for bindings. If set (even `{}`), calls also wait for background work. */
  variant: Partial<Env> | null = null;
  /** Sends only its cookies, and shares no states of the database with the other browsers. */
  isForgetful = false;
  /** The origin of the requests, as Cloudflare reports it. */
  cf: Record<string, unknown> | null = null;

  /** Returns a browser with a signed-in user. */
  static async signedIn(
    user: { id: number; username?: string },
    role: Claims["role"] = "member",
    lifetimeMs = 3_600_000,
  ): Promise<Browser> {
    const browser = await Browser.visitor();
    browser.id = user.id;
    browser.username = user.username ?? "";
    const token = randomToken();
    const now = Date.now();
    const row = {
      id: hashToken(token),
      user_id: user.id,
      created_at: now,
      seen_at: now,
      confirmed_at: now,
      expires_at: now + lifetimeMs,
    };
    await db.all(toStatement(build.insert(sessions).values(row)));
    const mac = sign(testEnv.SESSION_SECRET, `session:${token}.${user.id}.${role}`);
    browser.cookies.set(SESSION_COOKIE, `${token}.${user.id}.${role}.${mac}`);
    return browser;
  }

  static async visitor(): Promise<Browser> {
    const browser = new Browser();
    const { body } = await browser.fetch("/api/session");
    browser.csrf = String(body.csrf_token);
    return browser;
  }

  /** Calls an endpoint like the web app: with the fields that its path names and the others, or with `params` of its path. */
  call(
    route: Route,
    fields: Record<string, unknown> = {},
    {
      params,
      headers = {},
    }: { params?: Record<string, string | number> | undefined; headers?: Record<string, string> } = {},
  ): Promise<TestResponse> {
    const inPath = params ?? pathFields(route, fields);
    const input = params
      ? fields
      : Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in inPath)));
    if (route.method === "GET") return this.fetch(buildUrl(route, inPath, input), { headers });
    const isForm = route.body === "form";
    return this.fetch(fillPath(route.path, inPath), {
      method: "POST",
      body: isForm ? formOf(input) : JSON.stringify(input),
      headers: { ...this.writeHeaders(), ...(!isForm && { "Content-Type": "application/json" }), ...headers },
    });
  }

  /** Calls an endpoint that has to succeed. Returns its output. */
  async output<R extends Route>(route: R, fields: Record<string, unknown> = {}): Promise<OutputOf<R>> {
    const { status, body } = await this.call(route, fields);
    if (status !== (route.status ?? 200)) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body as OutputOf<R>;
  }

  writeHeaders(): Record<string, string> {
    return { "X-CSRF-TOKEN": this.csrf, "X-Requested-With": "XMLHttpRequest", Origin: ORIGIN };
  }

  async fetch(path: string, init: RequestInit = {}): Promise<TestResponse> {
    const headers = new Headers(init.headers);
    if (this.cookies.size)
      headers.set("Cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const bookmarks = formatBookmarks(knownStates.bookmarks);
    if (bookmarks && !this.isForgetful && !headers.has(BOOKMARK_HEADER))
      headers.set(BOOKMARK_HEADER, bookmarks);
    const response = await this.#send(
      new Request(ORIGIN + path, { redirect: "manual", ...init, headers, ...(this.cf && { cf: this.cf }) }),
    );
    if (!this.isForgetful) knownStates.add(response.headers.get(BOOKMARK_HEADER));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/Max-Age=0/.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const type = response.headers.get("Content-Type") ?? "";
    const text = /^image\/(?:jpeg|png)|^application\/octet-stream/.test(type) ? "" : await response.text();
    const isJson = type.startsWith("application/json");
    const timing = response.headers.get("Server-Timing") ?? "";
    const cost = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(timing)?.[1] ?? 0);
    return {
      status: response.status,
      body: isJson && text ? (JSON.parse(text) as Record<string, unknown>) : { text },
      headers: response.headers,
      cost: {
        roundTrips: cost("rounds") - cost("forum") - cost("play"),
        forumRoundTrips: cost("forum"),
        playRoundTrips: cost("play"),
        read: cost("rows_read"),
        written: cost("rows_written"),
      },
    };
  }

  async #send(request: Request): Promise<Response> {
    if (!this.variant) return builtSite.fetch(request);
    const context = createExecutionContext();
    const incoming = request as Parameters<typeof site.fetch>[0];
    const response = await site.fetch(incoming, { ...testEnv, ...this.variant }, context);
    await waitOnExecutionContext(context);
    return response;
  }
}

const FORUM_TABLES = ["threads", "replies", "reply_edits", "thread_visits", "forum_visits", "bookmarks"];

const PLAY_TABLES = ["runs", "plays", "clears", "level_contents"];

const databaseOf = (table: string): Database =>
  FORUM_TABLES.includes(table) ? forumDb : PLAY_TABLES.includes(table) ? playDb : db;

/** Counts the rows of a table that match a condition. */
export async function countRows(table: string, condition = sql`true`): Promise<number> {
  const row = await databaseOf(table).first(
    statement<{ n: number }>(sql`select count(*) as n from ${sql.raw(table)} where ${condition}`),
  );
  return row?.n ?? 0;
}
