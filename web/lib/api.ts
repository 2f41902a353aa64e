import {
  type OutputOf,
  type ParamsOf,
  type Route,
  buildUrl as routeAddress,
  type SentOf,
} from "#domain/api/route.ts";
import type { FieldErrors } from "#domain/errors.ts";

/** An answer that is not a success. `status` 0 means that nothing answered. */
export class ResponseError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldErrors;

  constructor(status: number, code: string, message: string, errors: FieldErrors = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** `params` is needed when the path has any, `input` is what the route's input schema takes. */
export type CallArgs<R extends Route> = ([keyof ParamsOf<R>] extends [never]
  ? { params?: undefined }
  : { params: ParamsOf<R> }) & { input?: SentOf<R>; signal?: AbortSignal | undefined };

/** The address of a call: its key in the query cache and in the page's preloaded answers. */
export function buildUrl<R extends Route>(route: R, args: CallArgs<R>): string {
  return routeAddress(route, (args.params ?? {}) as Record<string, string | number>, args.input ?? {});
}

function toForm(input: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    form.set(key, value instanceof Blob ? value : String(value));
  }
  return form;
}

function csrfToken(): string {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  // Spec 1 §8: nobody else is told; the call is refused all the same.
  if (!token) console.error("CSRF token not found");
  return token ?? "";
}

const postHeaders = (): Record<string, string> => ({
  "X-CSRF-TOKEN": csrfToken(),
  "X-Requested-With": "XMLHttpRequest",
});

/**
 * A body shorter than this (characters) goes to the site even where its page is left at once: much of what a press does
 * shows before the site has kept it. Browsers allow 64 KiB of such bodies at a time.
 */
const KEPT_ALIVE = 1024;

const offline = () =>
  new ResponseError(0, "offline", "Bopolis didn't answer. Check your connection and try again.");

async function failure(response: Response, otherwise = "An error occurred"): Promise<ResponseError> {
  const body = (await response.json().catch(() => null)) as {
    message?: string;
    error?: string;
    code?: string;
    errors?: FieldErrors;
  } | null;
  const text = body?.error ?? body?.message ?? otherwise;
  return new ResponseError(response.status, body?.code ?? "unknown", text, body?.errors);
}

/** Has a member show again who they are, where a dangerous act wants it; false when they would not. Members' pages set it. */
export const confirming = { ask: async () => false };

/** The answer to what `send` sends, once more where its sender had to confirm their password first. */
async function answered<T>(send: () => Promise<Response>, otherwise?: string, isLast = false): Promise<T> {
  const response = await send();
  if (response.ok) return response.json();
  const refusal = await failure(response, otherwise);
  if (isLast || refusal.code !== "confirm_needed" || !(await confirming.ask())) throw refusal;
  return answered(send, otherwise, true);
}

/**
 * Calls an endpoint. Rejects with `ApiError` for every answer that is not 2xx and when nothing answers. `otherwise` is the
 * error's message where the server gives none.
 */
export async function call<R extends Route>(
  route: R,
  args: CallArgs<R>,
  otherwise?: string,
): Promise<OutputOf<R>> {
  const init: RequestInit = { method: route.method, signal: args.signal ?? null };
  if (route.method === "POST") {
    const headers = postHeaders();
    const input = (args.input ?? {}) as Record<string, unknown>;
    if (route.body === "form") init.body = toForm(input);
    else {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(input);
      init.keepalive = init.body.length < KEPT_ALIVE;
    }
    init.headers = headers;
  }
  const send = () =>
    fetch(buildUrl(route, args), init).catch((error) => {
      throw error instanceof DOMException && error.name === "AbortError" ? error : offline();
    });
  return answered(send, otherwise);
}

export interface UploadOptions {
  /** Hears how much is on its way, 0 to 1. */
  onProgress: (share: number) => void;
  /** What a refusal without words is told as. */
  otherwise?: string;
}

/** `call` of a form with files that tells how far it is: `fetch` can't. */
export async function upload<R extends Route<"POST">>(
  route: R,
  args: CallArgs<R>,
  { onProgress, otherwise }: UploadOptions,
): Promise<OutputOf<R>> {
  const send = () =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", buildUrl(route, args));
      for (const [name, value] of Object.entries(postHeaders())) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
      request.onerror = () => reject(offline());
      request.onabort = request.onerror;
      request.send(toForm((args.input ?? {}) as Record<string, unknown>));
    });
  return answered(send, otherwise);
}
