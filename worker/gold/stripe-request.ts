import type Stripe from "stripe";

/** The version of Stripe's API that the package's types describe. */
const API_VERSION = "2026-10-28.endive" satisfies Stripe.LatestApiVersion;
const TIMEOUT_MS = 10_000;
const RETRY_DELAY_MS = 500;

/** Stripe's error response, or a failed connection. */
export class StripeError extends Error {
  readonly status: number;
  /** Stripe's names of the error's kind and of the error. */
  readonly type: string;
  readonly code: string | undefined;
  readonly requestId: string | null;
  readonly canRetry: boolean;

  constructor(
    message: string,
    { status = 0, type = "connection_error", code, requestId = null, canRetry = true }: Partial<StripeError>,
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.requestId = requestId;
    this.canRetry = canRetry;
  }
}

/** Sends a request to Stripe. Returns the parsed response; throws a `StripeError`. */
export type StripeRequest = <T>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  params?: object,
  idempotencyKey?: string,
) => Promise<T>;

/**
 * Returns a function that sends requests to Stripe. What may have failed for the moment is sent once more, with the same
 * idempotency key, so Stripe does it only once.
 */
export function stripeRequests(key: string, origin: string): StripeRequest {
  return async (method, path, params = {}, idempotencyKey = crypto.randomUUID()) => {
    const form = new URLSearchParams(formFields(params)).toString();
    const isPost = method === "POST";
    const url = `${origin}/v1/${path}${isPost || !form ? "" : `?${form}`}`;
    const headers: Record<string, string> = { Authorization: `Bearer ${key}`, "Stripe-Version": API_VERSION };
    if (isPost) {
      headers["Content-Type"] = "application/x-www-form-urlencoded";
      headers["Idempotency-Key"] = idempotencyKey;
    }
    const init = { method, headers, body: isPost ? form : null };
    try {
      return await sendOnce(url, init);
    } catch (error) {
      if (!(error instanceof StripeError && error.canRetry)) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      return sendOnce(url, init);
    }
  };
}

async function sendOnce<T>(url: string, init: RequestInit): Promise<T> {
  let response: Response;
  let body: T & { error?: { type: string; code?: string; message?: string } };
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    body = await response.json();
  } catch (error) {
    throw new StripeError(String(error), {});
  }
  if (response.ok) return body;
  const { type = "api_error", code, message = `status ${response.status}` } = body.error ?? {};
  const advice = response.headers.get("stripe-should-retry");
  throw new StripeError(message, {
    status: response.status,
    type,
    code,
    requestId: response.headers.get("request-id"),
    canRetry: advice ? advice === "true" : response.status === 409 || response.status >= 500,
  });
}

/** The names and values of Stripe's form: `{items: [{price: "x"}]}` is `items[0][price]=x`. */
function formFields(value: unknown, name = ""): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, one]) => formFields(one, name ? `${name}[${key}]` : key));
}
