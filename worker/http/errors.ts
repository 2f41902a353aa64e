import { ApiError } from "#domain/errors.ts";

/** Returns an error as `{message, code}`, with `errors` by field if it has any. */
export function errorResponse(error: ApiError): Response {
  const headers = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" });
  if (error.retryAfter !== undefined) headers.set("Retry-After", String(error.retryAfter));
  const body = {
    message: error.message,
    code: error.code,
    ...(error.errors && { errors: error.errors }),
  };
  return new Response(JSON.stringify(body), { status: error.status, headers });
}

/** Logs an unexpected error and returns a 500 without its details. */
export function internalErrorResponse(error: unknown, requestId: string): Response {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(JSON.stringify({ level: "error", request: requestId, name, message, stack }));
  return errorResponse(new ApiError("internal"));
}

/** Whether a statement failed because of a unique constraint. `on` is `table.column`. */
export function isUniqueViolation(error: unknown, on: string): boolean {
  return error instanceof Error && error.message.includes(`UNIQUE constraint failed: ${on}`);
}
