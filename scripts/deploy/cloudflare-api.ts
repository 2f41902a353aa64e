import { Problem } from "./problem.ts";
import type { Wrangler } from "./wrangler.ts";

/** Calls Cloudflare's API for what wrangler has no command. Returns the result; throws a Problem otherwise. */
export type CloudflareApi = <Result>(method: "GET" | "PATCH", path: string, body?: object) => Promise<Result>;

interface Credentials {
  type: "api_token" | "oauth" | "api_key";
  token?: string;
  key?: string;
  email?: string;
}

const BASE = "https://api.cloudflare.com/client/v4";
const TIMEOUT_MS = 30_000;

/** Returns the API with the credentials of wrangler. */
export const cloudflareApi =
  (wrangler: Wrangler): CloudflareApi =>
  async <Result>(method: "GET" | "PATCH", path: string, body?: object) => {
    const {
      type,
      token,
      key = "",
      email = "",
    } = await wrangler.json<Credentials>(["auth", "token", "--json"]);
    const headers: Record<string, string> =
      type === "api_key"
        ? { "X-Auth-Key": key, "X-Auth-Email": email }
        : { Authorization: `Bearer ${token}` };
    const response = await fetch(BASE + path, {
      method,
      headers: { ...headers, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { success, result, errors } = (await response.json()) as {
      success: boolean;
      result: Result;
      errors?: { code: number; message: string }[];
    };
    if (success) return result;
    const reasons = (errors ?? []).map(({ code, message }) => `${message} (code ${code})`);
    throw new Problem(`✗ Cloudflare's API: ${reasons.join(", ") || `status ${response.status}`}`);
  };
