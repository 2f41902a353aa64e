import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { build, query } from "#db/build.ts";
import { Database, statement } from "#db/client.ts";
import { makeUser, type NewUser } from "#db/factories.ts";
import { sessions, users } from "#db/schema/index.ts";
import { buildUrl, fillPath, type Route } from "#domain/api/route.ts";
import type { Env } from "#worker/env.ts";
import { hashToken, randomToken, sign } from "#worker/http/crypto.ts";
import { type Claims, SESSION_COOKIE } from "#worker/http/session.ts";
import site from "#worker/index.ts";

export const ORIGIN = "https://bopolis.test";
export const testEnv = env as unknown as Env;
export const db = new Database(testEnv.DB);

let count = 0;
/** A number no other thing of this test file has. */
export const unique = (): number => ++count;

/** Stores a user and answers their id. */
export async function addUser(fields: Partial<NewUser> = {}): Promise<{ id: number; username: string }> {
  const row = makeUser(unique(), Date.now(), {
    // Staff may act with two-factor authentication only.
    ...(fields.role && fields.role !== "member" && { two_factor_at: 1 }),
    ...fields,
  });
  const [made] = await db.all<{ id: number; username: string }>(
    query(build.insert(users).values(row).returning({ id: users.id, username: users.username })),
  );
  if (!made) throw new Error("no user was made");
  return made;
}

interface Sent {
  params?: Record<string, string | number>;
  input?: Record<string, unknown>;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
  /** D1 rounds and rows as Server-Timing tells them. */
  cost: { rounds: number; read: number; written: number };
}

/** A browser on the site: keeps its cookies and its CSRF token, sends what the web app sends. */
export class Browser {
  readonly cookies = new Map<string, string>();
  csrf = "";
  /** Bindings that differ from the tests' own. With any (also none: `{}`) what is done after an answer is waited for. */
  variant: Partial<Env> | null = null;

  /** A browser whose user is signed in already. */
  static async signedIn(user: { id: number }, role: Claims["role"] = "member"): Promise<Browser> {
    const browser = await Browser.visitor();
    const token = randomToken();
    const now = Date.now();
    const row = {
      id: hashToken(token),
      user_id: user.id,
      created_at: now,
      seen_at: now,
      confirmed_at: now,
      expires_at: now + 3_600_000,
    };
    await db.all(query(build.insert(sessions).values(row)));
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

  /** Calls an endpoint the way the web app does. */
  call(route: Route, { params = {}, input = {}, headers = {} }: Sent = {}): Promise<Answer> {
    if (route.method === "GET") return this.fetch(buildUrl(route, params, input), { headers });
    const form = route.body === "form";
    return this.fetch(fillPath(route.path, params), {
      method: "POST",
      body: form ? toForm(input) : JSON.stringify(input),
      headers: { ...this.writeHeaders(), ...(!form && { "Content-Type": "application/json" }), ...headers },
    });
  }

  writeHeaders(): Record<string, string> {
    return { "X-CSRF-TOKEN": this.csrf, "X-Requested-With": "XMLHttpRequest", Origin: ORIGIN };
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.cookies.size)
      headers.set("Cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await this.#send(new Request(ORIGIN + path, { redirect: "manual", ...init, headers }));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/Max-Age=0/.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const type = response.headers.get("Content-Type") ?? "";
    const text = /^image\/(?:jpeg|png)|^application\/octet-stream/.test(type) ? "" : await response.text();
    const json = type.startsWith("application/json");
    const timing = /rounds=(\d+) rows_read=(\d+) rows_written=(\d+)/.exec(
      response.headers.get("Server-Timing") ?? "",
    );
    const [rounds = 0, read = 0, written = 0] = timing?.slice(1).map(Number) ?? [];
    return {
      status: response.status,
      body: json && text ? (JSON.parse(text) as Record<string, unknown>) : { text },
      headers: response.headers,
      cost: { rounds, read, written },
    };
  }

  async #send(request: Request): Promise<Response> {
    if (!this.variant) return (exports as unknown as { default: Fetcher }).default.fetch(request);
    const context = createExecutionContext();
    const incoming = request as Parameters<typeof site.fetch>[0];
    const response = await site.fetch(incoming, { ...testEnv, ...this.variant }, context);
    await waitOnExecutionContext(context);
    return response;
  }
}

function toForm(input: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Blob) form.set(name, value, value instanceof File ? value.name : name);
    else form.set(name, String(value));
  }
  return form;
}

/** How many rows of a table fit a condition. */
export async function countRows(table: string, condition = sql`true`): Promise<number> {
  const row = await db.first(
    statement<{ n: number }>(sql`select count(*) as n from ${sql.raw(table)} where ${condition}`),
  );
  return row?.n ?? 0;
}
