import type * as z from "zod/mini";

export type Method = "GET" | "POST";

/** Who may call: `public` everybody, `host` a game host with its key, the others a signed-in user with at least that role. */
export type Access = "public" | "host" | "member" | "moderator" | "admin";

/** Names in braces in a path: `PathParams<"/api/levels/{id}">` is `"id"`. A last one may be left out: `{search?}`. */
export type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}?` ? Bare : Name) | PathParams<Rest>
  : never;

type Schema = z.ZodMiniType;

export interface RouteSpec<I extends Schema, O extends Schema, A extends Access = Access> {
  /** One sentence for the printed API description. */
  summary: string;
  access: A;
  /** Query of a GET, body of a POST. */
  input: I;
  output: O;
  /** How a POST carries its input; JSON unless it uploads files. */
  body?: "json" | "form";
  /** Status of a successful answer; 200 unless told. */
  status?: 200 | 201;
  /** Seconds a visitor's answer may be kept by the process that made it. */
  keep?: number;
  /** Which flood limit counts the call; POSTs count as `write` unless told. */
  limit?: "search" | "write" | "none";
  /** Banned members keep it: signing out, the appeal, the safety and the end of their account. */
  whileBanned?: boolean;
  /** Dangerous: the session must have signed in or confirmed its password within the last half hour. */
  confirmed?: boolean;
  /** The Durable Object that the handler asks checks session and ban itself, by what it keeps of them. */
  vouched?: boolean;
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

/** An endpoint as plain data: the worker handles it, the web calls it, the tests walk it, OpenAPI prints it. */
export function route<
  M extends Method,
  P extends string,
  I extends Schema,
  O extends Schema,
  const A extends Access,
>(method: M, path: P, spec: RouteSpec<I, O, A>): Route<M, P, I, O, A> {
  return { method, path, ...spec };
}

export type InputOf<R extends Route> = z.output<R["input"]>;
/** What a caller may send: before defaults and conversions. */
export type SentOf<R extends Route> = z.input<R["input"]>;
export type OutputOf<R extends Route> = z.output<R["output"]>;
export type ParamsOf<R extends Route> = Record<PathParams<R["path"]>, string | number>;

/** The path with its parameters filled in, each encoded. */
export function fillPath(path: string, params: Record<string, string | number>): string {
  return path.replace(/\{(\w+)(\??)\}/g, (_, name: string, optional: string) => {
    const value = params[name] ?? (optional ? "" : undefined);
    if (value === undefined) throw new Error(`path ${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** The address a GET route is asked at, its query in one fixed order: also the key of its answer in every cache. */
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
