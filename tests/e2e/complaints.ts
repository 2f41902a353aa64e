import { type BrowserContext, expect } from "@playwright/test";

/** Chromium's line about a request that failed; the request itself tells more. */
const TOLD_BY_REQUEST = /^Failed to load resource/;
/** Said of every canvas where the browser has no graphics card: it reads the canvas to show it, and finds that slow. */
const NO_GRAPHICS_CARD = /GL Driver Message .*GPU stall due to ReadPixels/;
/** The page itself, or its leaving, gave up a request. */
const GIVEN_UP = "net::ERR_ABORTED";

/**
 * Everything a browser has to complain about: console errors and warnings, errors nobody caught, requests that failed or
 * were answered with 400 and above, and what the Content-Security-Policy stopped. A test that passes leaves none.
 */
export class Complaints {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  async watch(context: BrowserContext): Promise<void> {
    context.on("console", (message) => {
      const told = message.type() === "error" || message.type() === "warning";
      if (told && !TOLD_BY_REQUEST.test(message.text()) && !NO_GRAPHICS_CARD.test(message.text())) {
        this.#found.push(`console ${message.type()}: ${message.text()}`);
      }
    });
    context.on("weberror", (error) => this.#found.push(`not caught: ${error.error().stack}`));
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      if (reason !== GIVEN_UP) this.#found.push(`${reason} ${request.method()} ${request.url()}`);
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

  /** Says that this test makes the browser complain so; that it does is part of the test. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Says that the browser may complain so: whether it does depends on when it looks. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  /** The same for as long as `work` takes: before and after, such a complaint is one. */
  async allowWhile<T>(pattern: RegExp, work: () => Promise<T>): Promise<T> {
    const before = this.#found.length;
    const result = await work();
    const meanwhile = this.#found.splice(before);
    this.#found.push(...meanwhile.filter((one) => !pattern.test(one)));
    return result;
  }

  /** The complaints so far that nobody expects. */
  get unexpected(): string[] {
    return this.#found.filter(
      (one) => ![...this.#expected, ...this.#allowed].some((pattern) => pattern.test(one)),
    );
  }

  settle(): void {
    expect(this.unexpected, "the browser has nothing to complain about").toEqual([]);
    const missing = this.#expected.filter((pattern) => !this.#found.some((one) => pattern.test(one)));
    expect(missing.map(String), "complaints this test expects").toEqual([]);
  }
}
