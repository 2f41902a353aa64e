import { Meter } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { errorResponse, internalErrorResponse, unavailableError } from "./errors.ts";
import { observeEnv } from "./observe-env.ts";

/** Connects a socket without Hono, which would copy the response. Errors get the same response as those of other requests. */
export async function socketResponse(
  request: Request,
  env: Env,
  connect: (request: Request, env: Env, path: string) => Promise<Response>,
): Promise<Response> {
  try {
    return await connect(request, observeEnv(env, new Meter()), new URL(request.url).pathname);
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(error);
    const requestId = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const unavailable = unavailableError(error, env, requestId);
    return unavailable ? errorResponse(unavailable) : internalErrorResponse(error, requestId);
  }
}
