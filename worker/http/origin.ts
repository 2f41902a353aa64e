import type { Env } from "../env.ts";

/** The address that mails link to. It must not depend on what a request claims to have asked: the name in it is anybody's choice. */
export const originOf = (request: Request, env: Env): string => env.ORIGIN ?? new URL(request.url).origin;
