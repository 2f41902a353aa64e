/** A response of the site, or the reason why there was none. */
export interface ProbeResponse {
  /** 0 without a response. */
  status: number;
  /** The parsed JSON, or null. */
  body: unknown;
  error?: string;
}

/** Sends GET requests to the live site, to one of its versions. */
export type Probe = (path: string, version: string) => Promise<ProbeResponse>;

const TIMEOUT_MS = 15_000;

/** Returns a probe of a site. Cloudflare takes the version from a header, even if it gets 0 % of the traffic. */
export const siteProbe =
  (url: string, worker: string): Probe =>
  async (path, version) => {
    try {
      const response = await fetch(url + path, {
        headers: { "Cloudflare-Workers-Version-Overrides": `${worker}="${version}"` },
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      const isJson = response.headers.get("Content-Type")?.includes("json");
      return { status: response.status, body: isJson ? JSON.parse(text) : null };
    } catch (error) {
      return { status: 0, body: null, error: String((error as Error).cause ?? error) };
    }
  };

interface HealthBody {
  /** The id of the version that responded. */
  deployment?: string | null;
  checks?: { name: string; status: string; detail: string }[];
}

/** Checks of `/health` that a release relies on. Others, such as mail, can fail for other reasons. */
const REQUIRED_CHECKS = ["d1_read", "d1_write", "r2", "objects", "queues", "schema", "secrets", "assets"];
/** Checks that fail even if they're only degraded: the share of failed requests, and a queue that doesn't deliver. */
const STRICT_CHECKS = ["errors", "queues"];

/** The finding of `/health` about a version. */
export interface HealthFinding {
  /** Whether the version itself responded. A new deployment takes some seconds to reach every location. */
  isVersion: boolean;
  problems: string[];
}

/** Returns what `/health` of a version finds wrong. */
export async function probeHealth(probe: Probe, version: string): Promise<HealthFinding> {
  const path = "/health";
  const { status, body, error } = await probe(path, version);
  if (error) return { isVersion: false, problems: [`${path}: ${error}`] };
  const { deployment, checks = [] } = (body ?? {}) as HealthBody;
  if (deployment !== version)
    return {
      isVersion: false,
      problems: [`${path}: status ${status} of ${deployment ?? "another version"}`],
    };
  const missing = REQUIRED_CHECKS.filter((name) => !checks.some((check) => check.name === name));
  const failed = checks.filter(
    (check) =>
      (REQUIRED_CHECKS.includes(check.name) && check.status === "down") ||
      (STRICT_CHECKS.includes(check.name) && check.status !== "ok"),
  );
  return {
    isVersion: true,
    problems: [
      ...missing.map((name) => `${path} has no check ${name}`),
      ...failed.map(({ name, detail }) => `${name}: ${detail}`),
    ],
  };
}

/** Pages and lists that every site has. */
export const PROBED_PATHS = ["/", "/levels", "/shop", "/users", "/login", "/api/session", "/api/levels"];

/** Requests pages of a version. Returns those that failed. */
export async function probePages(probe: Probe, version: string): Promise<string[]> {
  const responses = await Promise.all(
    PROBED_PATHS.map(async (path) => ({ path, ...(await probe(path, version)) })),
  );
  return responses
    .filter(({ status }) => status === 0 || status >= 400)
    .map(({ path, status, error }) => `${path}: ${error ?? `status ${status}`}`);
}
