import { ApiError } from "#domain/errors.ts";

/** The one shape of every refusal: `{message, code}`, with `errors` per field where there are any. */
export function errorResponse(refusal: ApiError): Response {
  const headers = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" });
  if (refusal.retryAfter !== undefined) headers.set("Retry-After", String(refusal.retryAfter));
  const body = {
    message: refusal.message,
    code: refusal.code,
    ...(refusal.errors && { errors: refusal.errors }),
  };
  return new Response(JSON.stringify(body), { status: refusal.status, headers });
}

/** Logs what broke and answers with a 500 that tells nothing of it. */
export function failureResponse(error: unknown, requestId: string): Response {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(JSON.stringify({ level: "error", request: requestId, name, message, stack }));
  return errorResponse(new ApiError("internal"));
}

/** Whether a statement failed because a row with the same unique values exists: `on` is `table.column`. */
export function isTaken(error: unknown, on: string): boolean {
  return error instanceof Error && error.message.includes(`UNIQUE constraint failed: ${on}`);
}
