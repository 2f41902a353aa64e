import { type BrowserContext, expect } from "@playwright/test";

/** Chromium's line about a failed request. The request itself says more. */
const REPORTED_BY_REQUEST = /^Failed to load resource/;
/** Logged for every canvas without a graphics card, because showing it reads it, which is slow. */
const NO_GRAPHICS_CARD = /GL Driver Message .*GPU stall due to ReadPixels/;
/** The page, or leaving it, canceled the request. */
const CANCELED = "net::ERR_ABORTED";

/** Tests run without the service worker, except its own. */
const NO_SERVICE_WORKER = /Service Worker registration blocked by Playwright/;

const NOISE = [REPORTED_BY_REQUEST, NO_GRAPHICS_CARD, NO_SERVICE_WORKER];

/**
 * Everything a browser complains about: console errors and warnings, uncaught errors, failed requests,
 * responses of 400 and above, and violations of the Content-Security-Policy. A passing test leaves none.
 */
export class Complaints {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  async watch(context: BrowserContext): Promise<void> {
    context.on("console", (message) => {
      const isProblem = message.type() === "error" || message.type() === "warning";
      const isNoise = NOISE.some((pattern) => pattern.test(message.text()));
      if (isProblem && !isNoise) this.#found.push(`console ${message.type()}: ${message.text()}`);
    });
    context.on("weberror", (error) => this.#found.push(`not caught: ${error.error().stack}`));
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      if (reason !== CANCELED) this.#found.push(`${reason} ${request.method()} ${request.url()}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 400)
        this.#found.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
    await context.addInitScript(() => {
      addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
        console.error(`stopped by the policy: ${violatedDirective} ${blockedURI} ${sample}`),
      );
    });
  }

  /** Expects a complaint. The test fails without it. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Allows a complaint that depends on timing. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  /** Allows a complaint only while `work` runs. */
  async allowWhile<T>(pattern: RegExp, work: () => Promise<T>): Promise<T> {
    const before = this.#found.length;
    const result = await work();
    const meanwhile = this.#found.splice(before);
    this.#found.push(...meanwhile.filter((one) => !pattern.test(one)));
    return result;
  }

  /** The complaints so far that are neither expected nor allowed. */
  get unexpected(): string[] {
    return this.#found.filter(
      (one) => ![...this.#expected, ...this.#allowed].some((pattern) => pattern.test(one)),
    );
  }

  verify(): void {
    expect(this.unexpected, "the browser has nothing to complain about").toEqual([]);
    const missing = this.#expected.filter((pattern) => !this.#found.some((one) => pattern.test(one)));
    expect(missing.map(String), "complaints this test expects").toEqual([]);
  }
}
