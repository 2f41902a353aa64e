import {
  buildUrl as buildRouteUrl,
  type OutputOf,
  type ParamsOf,
  type RawInputOf,
  type Route,
} from "#domain/api/route.ts";
import type { FieldErrors } from "#domain/errors.ts";
import { noteReadOnly } from "./read-only.ts";
import { readingClock } from "./server-clock.ts";

/** Thrown for responses that are not 2xx. `status` is 0 if there was no response. */
export class ResponseError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldErrors;
  /** Seconds until a retry can succeed. */
  retryAfter = 0;
  /** Whether the response is that of a server that failed, whose message isn't meant for users. */
  hasException = false;

  constructor(status: number, code: string, message: string, errors: FieldErrors = {}) {
    super(message);
    this.name = "ResponseError";
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** Whether a call failed because what it asks for doesn't exist, or isn't there for the viewer. */
export const isNotFound = (error: unknown): error is ResponseError =>
  error instanceof ResponseError && error.status === 404;

/** Client errors that can pass: another sign-in, a state that changes, a limit. */
const PASSING = [401, 408, 409, 425, 429];

/** Whether repeating a failed call can help: not if it isn't allowed, its input is wrong, or what it asks for doesn't exist. */
export const canRetry = (error: unknown): boolean =>
  !(error instanceof ResponseError) ||
  error.status < 400 ||
  error.status >= 500 ||
  PASSING.includes(error.status);

export type CallArgs<R extends Route> = ([keyof ParamsOf<R>] extends [never]
  ? { params?: undefined }
  : { params: ParamsOf<R> }) & { input?: RawInputOf<R>; signal?: AbortSignal | undefined };

/** Returns the URL of a call. It is also the key in the query cache and in the preloaded responses. */
export function buildUrl<R extends Route>(route: R, args: CallArgs<R>): string {
  return buildRouteUrl(route, (args.params ?? {}) as Record<string, string | number>, args.input ?? {});
}

function toFormData(input: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    form.set(key, value instanceof Blob ? value : String(value));
  }
  return form;
}

function csrfToken(): string {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  // Spec 1 §8: only logged; the server rejects the call anyway.
  if (!token) console.error("CSRF token not found");
  return token ?? "";
}

/** The headers of every call (spec 1 §7). */
export const callHeaders = (): Record<string, string> => ({
  "X-CSRF-TOKEN": csrfToken(),
  "X-Requested-With": "XMLHttpRequest",
});

/**
 * Bodies shorter than this (in characters) use `keepalive`, so optimistic updates are saved even if the user leaves the
 * page right away. Browsers allow 64 KiB of such bodies at a time.
 */
const KEEPALIVE_LENGTH = 1024;

const offlineError = () =>
  new ResponseError(0, "offline", "Bopolis didn't answer. Check your connection and try again.");

/** The error of a response that is not 2xx. */
export async function readError(response: Response, fallbackMessage = "An error occurred") {
  const body = (await response.json().catch(() => null)) as {
    message?: string;
    error?: string;
    code?: string;
    errors?: FieldErrors;
    exception?: unknown;
  } | null;
  const text = body?.error ?? body?.message ?? fallbackMessage;
  const error = new ResponseError(response.status, body?.code ?? "unknown", text, body?.errors);
  noteReadOnly(error.code);
  error.hasException = Boolean(body?.exception);
  error.retryAfter = Number(response.headers.get("Retry-After"));
  return error;
}

/** Asks members to confirm their password before a sensitive action; resolves to false if they cancel. Members' pages set it. */
export const passwordConfirmation = { request: async () => false };

/** How requests are sent. Members' pages add the bookmarks of what the user has seen (bookmarks.ts). */
export const transport = {
  fetch: (url: string, init: RequestInit): Promise<Response> => fetch(url, init),
  /** Called when a request has been opened. */
  onOpen: (_request: XMLHttpRequest): void => {},
};

/** Sends a request and reads its response. Sends it once more after the user has confirmed their password. */
async function readResponse<T>(
  send: () => Promise<Response>,
  fallbackMessage?: string,
  isLast = false,
): Promise<T> {
  const response = await send();
  if (response.ok) return response.json();
  const error = await readError(response, fallbackMessage);
  if (isLast || error.code !== "confirm_needed" || !(await passwordConfirmation.request())) throw error;
  return readResponse(send, fallbackMessage, true);
}

/** Sends a call that creates something with a key. Loaded with the first one, because visitors create nothing. */
async function withKey<T>(
  route: Route,
  url: string,
  input: object,
  send: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (!route.creates) return send({});
  // Without the chunk, the call goes on without a key.
  const keys = await import("./call-key.ts").catch(() => null);
  return keys ? keys.withCallKey(url, input, send) : send({});
}

/**
 * Calls an endpoint. Rejects with `ResponseError` if the response is not 2xx or there is none. `fallbackMessage` is the
 * error's message if the server gives none.
 */
export async function call<R extends Route>(
  route: R,
  args: CallArgs<R>,
  fallbackMessage?: string,
): Promise<OutputOf<R>> {
  const init: RequestInit = { method: route.method, signal: args.signal ?? null };
  const input = (args.input ?? {}) as Record<string, unknown>;
  const headers = callHeaders();
  if (route.method === "POST") {
    if (route.body === "form") init.body = toFormData(input);
    else {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(input);
      init.keepalive = init.body.length < KEEPALIVE_LENGTH;
    }
  }
  const url = buildUrl(route, args);
  return withKey(route, url, input, (keyHeaders) => {
    const send = () =>
      transport.fetch(url, { ...init, headers: { ...headers, ...keyHeaders } }).catch((error) => {
        throw error instanceof DOMException && error.name === "AbortError" ? error : offlineError();
      });
    return readResponse(() => readingClock(send), fallbackMessage);
  });
}

export interface UploadOptions {
  /** Called with the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
  /** The error's message if the server gives none. */
  fallbackMessage?: string;
}

/** Like `call`, for forms with files. Reports upload progress, which `fetch` can't. */
export async function upload<R extends Route<"POST">>(
  route: R,
  args: CallArgs<R>,
  { onProgress, fallbackMessage }: UploadOptions,
): Promise<OutputOf<R>> {
  const url = buildUrl(route, args);
  const input = (args.input ?? {}) as Record<string, unknown>;
  const send = (keyHeaders: Record<string, string>) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", url);
      transport.onOpen(request);
      for (const [name, value] of Object.entries({ ...callHeaders(), ...keyHeaders }))
        request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
      request.onerror = () => reject(offlineError());
      request.onabort = request.onerror;
      request.send(toFormData(input));
    });
  return withKey(route, url, input, (keyHeaders) => readResponse(() => send(keyHeaders), fallbackMessage));
}
