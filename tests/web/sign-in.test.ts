import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeNext } from "#web/features/auth/next.ts";

const ORIGIN = "https://bopolis.example";
/** Where a browser goes from the sign-in page. */
const destination = (wanted: string | null) =>
  new URL(safeNext(wanted, ORIGIN), `${ORIGIN}/login?next=x`).origin;

/** Pieces from which URLs of every form can be put together, harmful ones among them. */
const piece = fc.constantFrom(
  ...["/", "//", "\\", ".", "..", "./", "../", "%2e", "%2E%2e", "%2f", "%5c", "%09", "\t", "\n", "\r", " "],
  ...["\u0000", "\u3002", "\uff0f", "@", ":", "?", "#", "&", "=", ";", "evil.example", "user:pass", "[::1]"],
  ...["http:", "https:", "javascript:", "data:", "levels", "staff", "a"],
);
const wantedPath = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
  fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.webPath(),
  fc.string(),
);

describe("the page that signing in leads to", () => {
  test.each([
    ["/levels/3?sort=new#comments", "/levels/3?sort=new#comments"],
    ["/forums/../levels", "/levels"],
    ["/search?q=//evil.example", "/search?q=//evil.example"],
    [null, "/"],
    ["", "/"],
    ["levels", "/"],
    ["https://evil.example/x", "/"],
    ["//evil.example/x", "/"],
    ["/\\evil.example/x", "/"],
    ["/\t/evil.example/x", "/"],
    ["/.//evil.example/x", "/"],
    ["/..//evil.example/x", "/"],
    ["/%2e//evil.example/x", "/"],
    ["/%2E%2e//evil.example/x", "/"],
    ["/.\\/evil.example/x", "/"],
    ["/levels/..//evil.example/x", "/"],
  ])("for the wanted path %j is %s", (wanted, next) => {
    expect(safeNext(wanted, ORIGIN)).toBe(next);
  });

  test("is always on this site, and following it twice leads to the same page", () => {
    fc.assert(
      fc.property(wantedPath, (wanted) => {
        const next = safeNext(wanted, ORIGIN);
        expect(destination(wanted)).toBe(ORIGIN);
        expect(next).toMatch(/^\/(?![/\\])/);
        expect(safeNext(next, ORIGIN)).toBe(next);
      }),
      { numRuns: 2_000 },
    );
  });
});
