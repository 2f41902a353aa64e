import { DatabaseError } from "#db/database-fault.ts";
import { ApiError, type ErrorCode } from "#domain/errors.ts";
import { missingSecrets } from "./missing-secrets.ts";
import { isPartError } from "./observe-env.ts";

/** The error of each fault of the database, and when a retry can succeed, in seconds. */
const DATABASE_ERRORS: Record<DatabaseError["fault"], [code: ErrorCode, retryAfter: number]> = {
  transient: ["unavailable", 2],
  overloaded: ["overloaded", 5],
  full: ["cannot_save", 300],
  schema: ["unavailable", 30],
  away: ["unavailable", 10],
};

/** The 503 of an error of the surroundings (database, object, queue, bucket, secret), logged; else null. */
export function unavailableError(error: unknown, env: Env, requestId: string): ApiError | null {
  const log = (part: string) =>
    console.error(
      JSON.stringify({
        level: "error",
        event: "unavailable",
        request: requestId,
        part,
        error: String(error),
      }),
    );
  if (error instanceof DatabaseError) {
    log(`database: ${error.fault}`);
    const [code, retryAfter] = DATABASE_ERRORS[error.fault];
    return new ApiError(code, { retryAfter });
  }
  if (isPartError(error)) {
    log("an object, a queue or the bucket");
    return (error as { overloaded?: boolean }).overloaded
      ? new ApiError("overloaded", { retryAfter: 5 })
      : new ApiError("unavailable", { retryAfter: 10 });
  }
  const missing = missingSecrets(env);
  if (missing.length === 0) return null;
  log(`missing secret: ${missing.join(", ")}`);
  return new ApiError("misconfigured", { retryAfter: 60 });
}

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
