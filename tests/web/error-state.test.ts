import { createElement } from "react";
import { canRetry, ResponseError } from "#web/lib/api.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { markupOf } from "./markup.ts";

const withStatus = (status: number) => new ResponseError(status, "code", "It failed.");
const offersRetry = (error: unknown) =>
  markupOf(createElement(ErrorState, { error, onRetry: () => {} })).includes("Retry");

test("an error offers Retry only where repeating the call can help", () => {
  for (const status of [400, 403, 404, 405, 410, 413, 415, 422]) {
    expect(canRetry(withStatus(status)), String(status)).toBe(false);
    expect(offersRetry(withStatus(status)), String(status)).toBe(false);
  }
  for (const status of [0, 401, 408, 409, 425, 429, 500, 502, 503]) {
    expect(canRetry(withStatus(status)), String(status)).toBe(true);
    expect(offersRetry(withStatus(status)), String(status)).toBe(true);
  }
  expect(offersRetry(new TypeError("broken"))).toBe(true);
  expect(offersRetry(undefined)).toBe(true);
});
