import type * as z from "zod/mini";
import type { DatabaseName } from "../database-names.ts";
import { emptyObject, messageResponse } from "./response.ts";

export type Method = "GET" | "POST";

/** The required access: everyone, a game host with its key, or a signed-in user with at least that role. */
export type Access = "public" | "host" | "member" | "moderator" | "admin";

/** The parameters of a path: `PathParams<"/api/levels/{id}">` is `"id"`. The last can be optional: `{search?}`. */
export type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}?` ? Bare : Name) | PathParams<Rest>
  : never;

type Schema = z.ZodMiniType;

export interface RouteSpec<I extends Schema, O extends Schema, A extends Access = Access> {
  summary: string;
  access: A;
  /** The query of a GET or the body of a POST. */
  input: I;
  output: O;
  /** The body's encoding; JSON unless it uploads files. */
  body?: "json" | "form";
  /** Largest JSON body in bytes, if it's more than usual. */
  bodyBytes?: number;
  status?: 200 | 201;
  /** Seconds for which a process and its location can cache a visitor's response. */
  cacheSeconds?: number;
  /** The response doesn't depend on who asks, so members get the cached one, too. Only with `cacheSeconds`. */
  sameForAll?: boolean;
  /** Reads the primary, as POSTs and staff routes always do; other copies can be seconds behind. */
  fresh?: boolean;
  /** The rate limit that counts the call. POSTs default to `write`. */
  rateLimit?: "search" | "write" | "none";
  /** Available to banned members: signing out, the appeal, account security and deletion. */
  whileBanned?: boolean;
  /** Available in read-only mode: signing in and out, and calls that save nothing. */
  whileReadOnly?: boolean;
  /** Sensitive: the session must have signed in or confirmed its password within the last 30 minutes. */
  recentlyConfirmed?: boolean;
  /** The handler's Durable Object checks session and ban itself, from its cached permits. */
  authorizedByObject?: boolean;
  /** It creates something in this database, so a call with an `Idempotency-Key` is done once (worker/http/keyed-calls.ts). */
  creates?: Exclude<DatabaseName, "play">;
  /** It calls objects near the caller, so it doesn't wait for the primary to say whether the site can be written to. */
  atCaller?: boolean;
}

export interface Route<
  M extends Method = Method,
  P extends string = string,
  I extends Schema = Schema,
  O extends Schema = Schema,
  A extends Access = Access,
> extends RouteSpec<I, O, A> {
  method: M;
  path: P;
}

/** Declares an endpoint as plain data. By default its input is empty, and its output a message. */
/* @__NO_SIDE_EFFECTS__ */
export function route<
  M extends Method,
  P extends string,
  const A extends Access,
  I extends Schema = typeof emptyObject,
  O extends Schema = typeof messageResponse,
>(
  method: M,
  path: P,
  spec: Omit<RouteSpec<I, O, A>, "input" | "output"> & { input?: I; output?: O },
): Route<M, P, I, O, A>;
/* @__NO_SIDE_EFFECTS__ */
export function route(
  method: Method,
  path: string,
  spec: Omit<RouteSpec<Schema, Schema>, "input" | "output">,
): Route {
  return { method, path, input: emptyObject, output: messageResponse, ...spec };
}

export const needsPrimary = ({ method, access, fresh }: Route): boolean =>
  method === "POST" || fresh === true || (access !== "public" && access !== "member");

export type InputOf<R extends Route> = z.output<R["input"]>;
/** The input as a caller sends it, before defaults and conversions. */
export type RawInputOf<R extends Route> = z.input<R["input"]>;
export type OutputOf<R extends Route> = z.output<R["output"]>;
export type ParamsOf<R extends Route> = Record<PathParams<R["path"]>, string | number>;

/** Fills in the parameters of a path, URL-encoded. Throws if a required one is missing. */
export function fillPath(path: string, params: Record<string, string | number>): string {
  return path.replace(/\{(\w+)(\??)\}/g, (_, name: string, optional: string) => {
    const value = params[name] ?? (optional ? "" : undefined);
    if (value === undefined) throw new Error(`path ${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** The URL of a call. The query of a GET is sorted, so the URL is also the cache key of its response. */
export function buildUrl(route: Route, params: Record<string, string | number>, input: object): string {
  const path = fillPath(route.path, params);
  if (route.method !== "GET") return path;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value !== undefined && value !== null && value !== "") query.set(key, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
