import { once } from "#domain/once.ts";
import { adviceFor } from "./advice-for.ts";
import { Problem } from "./problem.ts";
import { type Wrangler, WranglerError } from "./wrangler.ts";

/** An error of Cloudflare's API, with what to do about it. */
export class CloudflareError extends Problem {
  override name = "CloudflareError";
  readonly status: number;
  readonly codes: readonly number[];

  constructor(path: string, status: number, errors: readonly { code: number; message: string }[]) {
    const reasons = errors.map(({ code, message }) => `${message} [code: ${code}]`).join(", ");
    const text = reasons || `status ${status}`;
    const advice = adviceFor(text);
    super(`✗ Cloudflare's API (${path}): ${text}`, ...(advice ? [`→ ${advice}`] : []));
    this.status = status;
    this.codes = errors.map(({ code }) => code);
  }
}

type Method = "GET" | "POST" | "PATCH";

interface Envelope {
  success?: boolean;
  result?: unknown;
  result_info?: { total_pages?: number; total_count?: number; per_page?: number };
  errors?: { code: number; message: string }[];
}

const baseUrl = (): string => process.env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";
const TIMEOUT_MS = 30_000;
const PER_PAGE = 100;
const NOT_SIGNED_IN = [
  "✗ You aren't signed in to Cloudflare. Do one of these and run this again:",
  "  npx wrangler login",
  "  export CLOUDFLARE_API_TOKEN=…  CLOUDFLARE_ACCOUNT_ID=…   (docs/operations.md lists the permissions it needs)",
];

/** Cloudflare's API with wrangler's credentials. */
export class CloudflareApi {
  readonly #headers: () => Promise<Record<string, string>>;

  constructor(wrangler: Wrangler) {
    this.#headers = once(async () => {
      try {
        const output = await wrangler.text(["auth", "token", "--json"]);
        const { token, key, email } = JSON.parse(output.slice(output.indexOf("{"))) as Record<string, string>;
        return key
          ? { "X-Auth-Key": key, "X-Auth-Email": email ?? "" }
          : { Authorization: `Bearer ${token}` };
      } catch (error) {
        if (error instanceof WranglerError && /not logged in|not authenticated/i.test(error.message))
          throw new Problem(...NOT_SIGNED_IN);
        throw error;
      }
    });
  }

  /** Returns the result of a call. Throws a `CloudflareError` if it's refused. */
  async call<Result>(method: Method, path: string, body?: object): Promise<Result> {
    return (await this.#send(method, path, body)).result as Result;
  }

  /** Returns all entries of a list. */
  async list<Entry>(path: string): Promise<Entry[]> {
    const all: Entry[] = [];
    for (let page = 1; ; page++) {
      const { result, result_info } = await this.#send(
        "GET",
        `${path}${path.includes("?") ? "&" : "?"}page=${page}&per_page=${PER_PAGE}`,
      );
      const entries = (Array.isArray(result) ? result : []) as Entry[];
      all.push(...entries);
      const pages = result_info?.total_pages ?? Math.ceil((result_info?.total_count ?? 0) / PER_PAGE);
      if (page >= pages || entries.length === 0) return all;
    }
  }

  /** Returns the result of a call; null if what it names doesn't exist. */
  async find<Result>(path: string): Promise<Result | null> {
    try {
      return await this.call<Result>("GET", path);
    } catch (error) {
      if (error instanceof CloudflareError && error.status === 404) return null;
      throw error;
    }
  }

  async #send(method: Method, path: string, body?: object): Promise<Envelope> {
    const headers = await this.#headers();
    const response = await fetch(baseUrl() + path, {
      method,
      headers: { ...headers, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const envelope = (await response.json()) as Envelope;
    // Analytics Engine responds without an envelope.
    if (envelope.success ?? response.ok) return envelope;
    throw new CloudflareError(path, response.status, envelope.errors ?? []);
  }
}
