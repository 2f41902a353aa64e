import { API_ROUTES } from "#domain/api/api-routes.ts";
import type { InputOf, OutputOf, PathParams, Route } from "#domain/api/route.ts";
import { type SessionUser, sessionRoute, sessionUser } from "#domain/auth/api.ts";
import { API_ERRORS, type ErrorCode, type FieldErrors } from "#domain/errors.ts";
import { complete, type Given } from "./complete.ts";
import { settle } from "./wait.ts";

/** A request that the page sent, with its input as the worker would read it. */
export interface Call<R extends Route = Route> {
  params: Record<PathParams<R["path"]>, string>;
  input: InputOf<R>;
  headers: Headers;
}

/** An error response. */
export class ErrorResponse {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    this.status = status;
    this.body = body;
  }
}

interface ErrorDetail {
  message?: string;
  errors?: FieldErrors;
}

/** An error response with the worker's status and, by default, its words. */
export function errorResponse(code: ErrorCode, { message, errors }: ErrorDetail = {}): ErrorResponse {
  const [status, usual] = API_ERRORS[code];
  return new ErrorResponse(status, { message: message ?? usual, code, ...(errors && { errors }) });
}

/** The response to wrong input, with messages by field. */
export const fieldErrors = (errors: FieldErrors): ErrorResponse => errorResponse("invalid", { errors });

/** No response, as without a connection. */
export const OFFLINE = new ErrorResponse(0, {});

/** A page of a list, by default the only one. */
export const pageOf = <Entry>(data: readonly Entry[], meta: { [name: string]: number } = {}) => ({
  data,
  meta: { current_page: 1, last_page: 1, total: data.length, ...meta },
});

type Reply<R extends Route> = Given<OutputOf<R>> | ErrorResponse;
export type Responder<R extends Route> = Reply<R> | ((call: Call<R>) => Reply<R> | Promise<Reply<R>>);

const respondTo = <R extends Route>(response: Responder<R>, call: Call<R>) =>
  typeof response === "function" ? (response as (call: Call<R>) => Reply<R>)(call) : response;

/** Turns of the page until a response is there. */
export const NETWORK_TURNS = 12;

interface Endpoint {
  route: Route;
  pattern: RegExp;
}

/** Those with fewer parameters first: `/api/levels/random` isn't a level. */
const ENDPOINTS: readonly Endpoint[] = API_ROUTES.map((route) => ({
  route,
  pattern: new RegExp(
    `^${route.path.replace(/\/\{(\w+)\?\}/g, "(?:/(?<$1>[^/]*))?").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`,
  ),
})).sort((a, b) => a.route.path.split("{").length - b.route.path.split("{").length);

const keyOf = ({ method, path }: Route) => `${method} ${path}`;

/**
 * Stands in for the worker at the border where the page sends requests. Its responses are typed by the contracts and completed
 * from their schemas. A GET without a responder gets the plainest response there is; a POST without one fails the test.
 */
export class Site {
  user: SessionUser | null = null;
  unread: { messages: number; notifications: number } | null = null;
  /** Problems that fail the test at its end. */
  readonly problems: string[] = [];
  /** Files that pages download, by path. */
  readonly files = new Map<string, BlobPart>();
  readonly #responders = new Map<string, { response: Responder<Route>; headers: Record<string, string> }>();
  readonly #calls: { key: string; call: Call }[] = [];

  /** The viewer from the next page load on: a member with these fields. */
  signIn(fields: Given<SessionUser> = {}): SessionUser {
    this.user = complete(sessionUser, {
      id: 7,
      username: "bobby",
      email_verified: true,
      ...fields,
    }) as SessionUser;
    return this.user;
  }

  /** Responds to an endpoint from now on. */
  respond<R extends Route>(route: R, response: Responder<R>, headers: Record<string, string> = {}): void {
    this.#responders.set(keyOf(route), { response: response as unknown as Responder<Route>, headers });
  }

  /** Calls that the page sent to an endpoint, oldest first. */
  calls<R extends Route>(route: R): Call<R>[] {
    return this.#calls.filter(({ key }) => key === keyOf(route)).map(({ call }) => call as Call<R>);
  }

  /** The inputs of calls that the page sent to an endpoint, oldest first. */
  inputs<R extends Route>(route: R): InputOf<R>[] {
    return this.calls(route).map(({ input }) => input);
  }

  /** An endpoint that responds when it is released. */
  hold<R extends Route>(route: R, response: Responder<R>): { release: () => void } {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    this.respond(route, async (call) => {
      await promise;
      return respondTo(response, call);
    });
    return { release };
  }

  /** The page's `fetch`. */
  readonly fetch = async (resource: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(resource, location.href);
    const method = init.method ?? "GET";
    const file = this.files.get(url.pathname);
    if (file !== undefined) return new Response(new Blob([file]));
    const match = ENDPOINTS.flatMap(({ route, pattern }) => {
      const found = route.method === method ? pattern.exec(url.pathname) : null;
      return found ? [{ route, groups: found.groups ?? {} }] : [];
    })[0];
    if (!match) {
      this.problems.push(`There's no endpoint ${method} ${url.pathname}.`);
      return new Response("", { status: 404 });
    }
    const { route } = match;
    const params = Object.fromEntries(
      Object.entries(match.groups).map(([name, text = ""]) => [name, decodeURIComponent(text)]),
    );
    const parsed = route.input.safeParse(readInput(url, init));
    const input = parsed.success ? parsed.data : {};
    if (!parsed.success) this.problems.push(`${keyOf(route)}: ${parsed.error.issues[0]?.message}`);
    const call = { params, input, headers: new Headers(init.headers) } as Call;
    this.#calls.push({ key: keyOf(route), call });
    const { response: given, headers } = this.#responders.get(keyOf(route)) ?? {
      response: this.#usual(route),
    };
    // As over a network: after what the page has scheduled.
    await settle(NETWORK_TURNS);
    const response = await abortable(Promise.resolve(respondTo(given, call)), init.signal);
    return this.#respond(route, response, headers);
  };

  #usual(route: Route): Reply<Route> {
    if (route === sessionRoute) return { user: this.user, csrf_token: "a token" };
    if (!this.user && route.access !== "public") return errorResponse("unauthenticated");
    if (route.method === "POST") {
      this.problems.push(`No response is given for ${keyOf(route)}.`);
      return errorResponse("internal");
    }
    return {};
  }

  #respond(route: Route, response: Reply<Route>, headers: Record<string, string> = {}): Response {
    if (response === OFFLINE) throw new TypeError("Failed to fetch");
    if (response instanceof ErrorResponse) return Response.json(response.body, { status: response.status });
    const body = complete(route.output, response);
    const checked = route.output.safeParse(body);
    if (!checked.success)
      this.problems.push(
        `${keyOf(route)} never responds with this: ${JSON.stringify(checked.error.issues[0])}`,
      );
    return Response.json(body, { status: route.status ?? 200, headers });
  }
}

function readInput(url: URL, { method, body }: RequestInit): unknown {
  if (method !== "POST") return Object.fromEntries(url.searchParams);
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === "string" ? JSON.parse(body) : {};
}

/** Rejects when the page cancels the request. */
function abortable<T>(result: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException("The request was canceled.", "AbortError"));
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    result.then(resolve, reject);
  });
}
