import fc from "fast-check";
import { forAll } from "#tests/support/for-all.ts";
import { safeNext } from "#web/features/auth/next.ts";
import { readUrlMessage } from "#web/features/settings/url-message.ts";

const ORIGIN = "https://bopolis.example";
/** The origin of the page that follows signing in. */
const destination = (path: string | null) => new URL(safeNext(path, ORIGIN), `${ORIGIN}/login?next=x`).origin;

/** Pieces that make URLs of every form, harmful ones among them. */
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

describe("the page after signing in", () => {
  test.each([
    ["/levels/3?sort=new#comments", "/levels/3?sort=new#comments"],
    ["/forums/../levels", "/levels"],
    ["/search?q=//evil.example", "/search?q=//evil.example"],
    [null, "/"],
    ["", "/"],
    ["levels", "/"],
    ["https://evil.example/x", "/"],
    ["//evil.example/x", "/"],
    ["/\t/evil.example/x", "/"],
    ["/..//evil.example/x", "/"],
    ["/%2e//evil.example/x", "/"],
  ])("for the path %j is %s", (path, next) => expect(safeNext(path, ORIGIN)).toBe(next));

  test("is always on this site, and stays the same when it is checked again", () => {
    forAll(2_000, wantedPath, (path) => {
      const next = safeNext(path, ORIGIN);
      expect(destination(path)).toBe(ORIGIN);
      expect(next).toMatch(/^\/(?![/\\])/);
      expect(safeNext(next, ORIGIN)).toBe(next);
    });
  });
});

test("a link passes the settings a message or an error by a known code", () => {
  expect(readUrlMessage("?message=discord_linked")).toEqual({
    message: { text: "Your Discord account is linked. You can close this tab.", isError: false },
    rest: "",
  });
  expect(readUrlMessage("?linked=1")?.message?.text).toMatch(/linked/);
  expect(readUrlMessage("?error=discord_denied")?.message).toMatchObject({ isError: true });
});

test("text in the link itself is never shown, and the rest of the URL is left alone", () => {
  for (const code of ["Call+this+number", "constructor", "__proto__", "toString", ""]) {
    expect(readUrlMessage(`?error=${code}`)).toEqual({ message: null, rest: "" });
    expect(readUrlMessage(`?message=${code}`)).toEqual({ message: null, rest: "" });
  }
  expect(readUrlMessage("?checkout=done")).toBeNull();
  expect(readUrlMessage("")).toBeNull();
  expect(readUrlMessage("?checkout=done&error=discord_off&page=2")?.rest).toBe("checkout=done&page=2");
});
