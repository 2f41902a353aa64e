import {
  type OutputOf,
  type ParamsOf,
  type Route,
  addressOf as routeAddress,
  type SentOf,
} from "#domain/api/route.ts";
import type { FieldErrors } from "#domain/errors.ts";

/** An answer that is not a success. `status` 0 means that nothing answered. */
export class ApiError extends Error {
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
export function addressOf<R extends Route>(route: R, args: CallArgs<R>): string {
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

const csrfToken = () => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? "";

const postHeaders = (): Record<string, string> => ({
  "X-CSRF-TOKEN": csrfToken(),
  "X-Requested-With": "XMLHttpRequest",
});

const offline = () =>
  new ApiError(0, "offline", "Bopolis didn't answer. Check your connection and try again.");

async function failure(response: Response, otherwise = "An error occurred"): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as {
    message?: string;
    error?: string;
    code?: string;
    errors?: FieldErrors;
  } | null;
  const text = body?.error ?? body?.message ?? otherwise;
  return new ApiError(response.status, body?.code ?? "unknown", text, body?.errors);
}

/** Calls an endpoint. Rejects with `ApiError` for every answer that is not 2xx and when nothing answers. */
export async function call<R extends Route>(route: R, args: CallArgs<R>): Promise<OutputOf<R>> {
  const init: RequestInit = { method: route.method, signal: args.signal ?? null };
  if (route.method === "POST") {
    const headers = postHeaders();
    const input = (args.input ?? {}) as Record<string, unknown>;
    if (route.body === "form") init.body = toForm(input);
    else {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(input);
    }
    init.headers = headers;
  }
  let response: Response;
  try {
    response = await fetch(addressOf(route, args), init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw offline();
  }
  if (!response.ok) throw await failure(response);
  return (await response.json()) as OutputOf<R>;
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
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", addressOf(route, args));
    for (const [name, value] of Object.entries(postHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(offline());
    request.onabort = request.onerror;
    request.send(toForm((args.input ?? {}) as Record<string, unknown>));
  });
  if (!response.ok) throw await failure(response, otherwise);
  return (await response.json()) as OutputOf<R>;
}
