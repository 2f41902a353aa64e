import { PAGES } from "#domain/api/pages.ts";
import { deviceName } from "#domain/auth/device-name.ts";
import { ApiError } from "#domain/errors.ts";
import { ERROR_LIMITS, type ErrorReport } from "#domain/system/errors.ts";
import {
  classifyPageError,
  classifyViolation,
  newPolicyReports,
  oldPolicyReport,
  type PolicyViolation,
  pageError,
} from "#domain/system/reports.ts";
import { limitsOff } from "../env.ts";
import { parseInput, readBytes } from "../http/body.ts";
import { SITE_VERSION } from "../http/build-info.ts";
import { errorLog } from "../http/error-log.ts";
import { ERRORS_PATH } from "../http/error-script.ts";
import { clientNetwork, type HonoApp } from "../http/handle.ts";
import { checkRateLimit, isSameOrigin } from "../http/session.ts";

const PAGE_PATTERNS = PAGES.map(
  ({ path }) =>
    [path, new RegExp(`^${path.replace(/\/:\w+\?/g, "(?:/[^/]+)?").replace(/:\w+/g, "[^/]+")}/?$`)] as const,
);

/** The pattern of a page's path, because paths name users. Empty text for other paths. */
const pagePattern = (path: string): string =>
  PAGE_PATTERNS.find(([, pattern]) => pattern.test(path))?.[0] ?? "";

/**
 * The endpoint to which browsers send errors and violations of the Content-Security-Policy. They send these by
 * themselves, so there is no CSRF token: a page's error needs the site's own Origin, and a violation has a content type
 * that other sites can't send. It reads no session and stores nothing about the user.
 */
export function errorReportRoutes(app: HonoApp): void {
  app.post(ERRORS_PATH, async (c) => {
    const request = c.req.raw;
    const network = clientNetwork(request);
    await checkRateLimit(c.env, "write", `errors:${network}`);
    const type = (c.req.header("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
    const body = parseJson(await readBytes(request, ERROR_LIMITS.reportBytes));
    const browser = deviceName(c.req.header("User-Agent") ?? "");
    const source = limitsOff(c.env) ? undefined : network;
    for (const report of readReports(request, type, body)) errorLog.add({ ...report, browser }, source);
    return c.body(null, 204);
  });
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new ApiError("bad_body", { message: "The request's body isn't valid JSON." });
  }
}

/** Returns the errors in a request. Those that aren't the site's are left out. */
function readReports(request: Request, type: string | undefined, body: unknown): ErrorReport[] {
  const { host } = new URL(request.url);
  if (type === "application/csp-report") return describeAll([parseInput(oldPolicyReport, body)], host);
  if (type === "application/reports+json") return describeAll(parseInput(newPolicyReports, body), host);
  if (!isSameOrigin(request)) throw new ApiError("csrf");
  const error = parseInput(pageError, body);
  const report = classifyPageError(error, host);
  return report ? [{ ...report, page: pagePattern(error.path), version: error.version }] : [];
}

/** Describes violations of the Content-Security-Policy. */
const describeAll = (violations: readonly (PolicyViolation | null)[], host: string): ErrorReport[] =>
  violations.slice(0, ERROR_LIMITS.reports).flatMap((violation) => {
    const report = violation && classifyViolation(violation, host);
    if (!report) return [];
    return [{ ...report, page: pagePattern(new URL(violation.documentUrl).pathname), version: SITE_VERSION }];
  });
