import * as z from "zod/mini";
import { type ErrorReport, namesExtension, normalizeMessage, placeOf, topFrame } from "./errors.ts";

const shortText = (max: number) => z._default(z.string().check(z.maxLength(max)), "");

/** An error as the script in a page's HTML sends it. */
export const pageError = z.object({
  message: z.string().check(z.minLength(1), z.maxLength(1_000)),
  stack: shortText(4_000),
  path: shortText(200),
  version: shortText(40),
});
export type PageError = z.output<typeof pageError>;

/** A violation of the Content-Security-Policy. */
export interface PolicyViolation {
  documentUrl: string;
  directive: string;
  blocked: string;
  /** Empty text if it's unknown. */
  file: string;
  line: number;
  column: number;
}

const place = z._default(z.nullable(z.string().check(z.maxLength(4_000))), "");
const position = z._default(z.nullable(z.number()), 0);

/** A violation in the old format, `application/csp-report`. */
export const oldPolicyReport = z.pipe(
  z.object({
    "csp-report": z.object({
      "document-uri": place,
      "effective-directive": place,
      "violated-directive": place,
      "blocked-uri": place,
      "source-file": place,
      "line-number": position,
      "column-number": position,
    }),
  }),
  z.transform(
    ({ "csp-report": report }): PolicyViolation => ({
      documentUrl: report["document-uri"] ?? "",
      // Firefox and Safari send only the second one, in older versions with its sources.
      directive: report["effective-directive"] || (report["violated-directive"] ?? "").split(" ", 1).join(),
      blocked: report["blocked-uri"] ?? "",
      file: report["source-file"] ?? "",
      line: report["line-number"] ?? 0,
      column: report["column-number"] ?? 0,
    }),
  ),
);

/** Violations in the format of the Reporting API, `application/reports+json`. Null for reports of other kinds. */
export const newPolicyReports = z.array(
  z.union([
    z.pipe(
      z.object({
        type: z.literal("csp-violation"),
        body: z.object({
          documentURL: place,
          effectiveDirective: place,
          blockedURL: place,
          sourceFile: place,
          lineNumber: position,
          columnNumber: position,
        }),
      }),
      z.transform(
        ({ body }): PolicyViolation => ({
          documentUrl: body.documentURL ?? "",
          directive: body.effectiveDirective ?? "",
          blocked: body.blockedURL ?? "",
          file: body.sourceFile ?? "",
          line: body.lineNumber ?? 0,
          column: body.columnNumber ?? 0,
        }),
      ),
    ),
    z.pipe(
      z.object({ type: z.string().check(z.refine((type) => type !== "csp-violation")) }),
      z.transform(() => null),
    ),
  ]),
);

/** Errors that say nothing about the site: canceled or interrupted requests, and scripts that browsers hide. */
const NOISE =
  /^(AbortError|Script error\.?$|ResizeObserver loop|(TypeError: )?(Failed to fetch|Load failed|NetworkError when attempting to fetch resource\.?|cancell?ed)$)/;
const FAILED_IMPORT = /dynamically imported module:?\s*(\S*)|Importing a module script failed/i;
const FAILED_LOAD = /^load (\S+)$/;
const CODE = /^\/(?:build|web)\/|\.(?:js|css)$/;

type BrowserReport = Pick<ErrorReport, "kind" | "message" | "source" | "stack">;

/** Classifies a page's error. Null if it isn't the site's. */
export function classifyPageError({ message, stack }: PageError, host: string): BrowserReport | null {
  if (NOISE.test(message) || namesExtension(message) || namesExtension(stack.split("\n", 3).join("\n")))
    return null;
  const imported = FAILED_IMPORT.exec(message);
  if (imported) return missingFile("chunk", placeOf(imported[1] || "unknown file", host));
  const url = FAILED_LOAD.exec(message)?.[1];
  if (!url) return { kind: "script", message, source: topFrame(stack), stack };
  const file = placeOf(url, host);
  return CODE.test(file) ? missingFile("chunk", file) : missingFile("asset", normalizeMessage(file));
}

const missingFile = (kind: "chunk" | "asset", file: string): BrowserReport => ({
  kind,
  message: kind === "chunk" ? "Chunk missing" : "File missing",
  source: file,
});

/** Describes a violation of the policy. Null if a browser extension caused it, or it occurred on another site. */
export function classifyViolation(violation: PolicyViolation, host: string): BrowserReport | null {
  const { documentUrl, directive, blocked, file, line, column } = violation;
  if (namesExtension(blocked) || namesExtension(file)) return null;
  if (!URL.canParse(documentUrl) || new URL(documentUrl).host !== host) return null;
  const sourceFile = file && placeOf(file, host);
  return {
    kind: "csp",
    message: `${directive || "unknown directive"} blocked ${placeOf(blocked || "inline", host)}`,
    source: sourceFile && line ? `${sourceFile}:${line}:${column}` : sourceFile,
  };
}
