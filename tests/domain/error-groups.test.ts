import fc from "fast-check";
import { ERROR_LIMITS, normalizeMessage, placeOf, stackFrames, topFrame } from "#domain/system/errors.ts";
import {
  classifyPageError,
  classifyViolation,
  newPolicyReports,
  oldPolicyReport,
} from "#domain/system/reports.ts";
import { forAll } from "#tests/support/for-all.ts";

const HOST = "bopolis.test";
const classify = (message: string, stack = "") =>
  classifyPageError({ message, stack, path: "/", version: "1" }, HOST);

describe("the message of a group", () => {
  test.each([
    ["Level 17 of 4 is missing", "Level # of # is missing"],
    ["D1_ERROR: no such table: prints2: SQLITE_ERROR", "D1_ERROR: no such table: prints2: SQLITE_ERROR"],
    ["no asset 0f8fad5b-d9cb-469f-a165-70867728950e", "no asset #"],
    ["bad token k9X_Qm2r-7LpZ0aBcDeFgH", "bad token #"],
    ["GET https://bopolis.test/levels?search=ann#top failed", "GET /levels failed"],
    ["mail to ann.lee@example.com bounced", "mail to # bounced"],
    ["two\n lines", "two lines"],
  ])("of %j is %j", (message, expected) => expect(normalizeMessage(message)).toBe(expected));

  test("is short, on one line, without queries and numbers of its own, and stays the same when it's normalized again", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 600 }),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.emailAddress(),
      fc.uuid(),
      fc.integer().map(String),
    );
    forAll(fc.array(text, { maxLength: 3 }), (texts) => {
      const message = normalizeMessage(texts.join(" "));
      expect(message.length).toBeLessThanOrEqual(ERROR_LIMITS.message);
      expect(message).not.toMatch(/[\n\r\t]|(?<![A-Za-z_\d])\d/);
      expect(message).not.toMatch(/https?:\/\/\S*\?/);
      expect(normalizeMessage(message)).toBe(message);
    });
  });
});

describe("the frames of a stack", () => {
  const chromium =
    "TypeError: ann's secret\n    at render (https://bopolis.test/build/a1b2c3d.js?try=5:1:234)\n    at https://bopolis.test/build/x.js:2:3";
  const firefox =
    "render@https://bopolis.test/build/a1b2c3d.js:1:234\n@https://bopolis.test/build/x.js:2:3\n";

  test("begin with the file, line and column of the error, and have no message, origin or query", () => {
    for (const stack of [chromium, firefox]) expect(topFrame(stack)).toBe("/build/a1b2c3d.js:1:234");
    expect(topFrame("")).toBe("");
    expect(topFrame("at async https://bopolis.test/levels/7:12:5")).toBe("/levels/7:12:5");
    const frames = "at render (/build/a1b2c3d.js:1:234)\nat /build/x.js:2:3";
    expect(stackFrames(chromium)).toBe(frames);
    expect(stackFrames(firefox)).toBe("at render /build/a1b2c3d.js:1:234\nat  /build/x.js:2:3");
  });

  test("are bounded for any text", () => {
    forAll(fc.string({ maxLength: 10_000 }), (stack) => {
      expect(stackFrames(stack).length).toBeLessThanOrEqual(ERROR_LIMITS.stack);
      expect(topFrame(stack).length).toBeLessThanOrEqual(ERROR_LIMITS.source);
      expect(placeOf(stack, HOST).length).toBeLessThanOrEqual(ERROR_LIMITS.message);
    });
  });
});

describe("a page's error", () => {
  test.each([
    [
      "Failed to fetch dynamically imported module: https://bopolis.test/build/abc1234.js?try=17",
      "/build/abc1234.js",
    ],
    ["error loading dynamically imported module: https://bopolis.test/build/abc1234.js", "/build/abc1234.js"],
    ["Importing a module script failed.", "unknown file"],
    ["load https://bopolis.test/build/vendor1.js", "/build/vendor1.js"],
    ["load https://bopolis.test/build/site123.css", "/build/site123.css"],
  ])("about code that can't be loaded names the chunk: %s", (message, source) => {
    expect(classify(message)).toEqual({ kind: "chunk", message: "Chunk missing", source });
  });

  test("about any other file has the file's path without ids", () => {
    const error = classify("load https://bopolis.test/assets/0f8fad5b-d9cb-469f-a165-70867728950e.png?x=1");
    expect(error).toEqual({ kind: "asset", message: "File missing", source: "/assets/#.png" });
  });

  test.each([
    "AbortError: The user aborted a request.",
    "Script error.",
    "TypeError: Failed to fetch",
    "ResizeObserver loop completed with undelivered notifications.",
    "load chrome-extension://abcdef/injected.js",
  ])("says nothing about the site and is ignored: %s", (message) => {
    expect(classify(message)).toBeNull();
  });

  test("of an extension is ignored, and one of the site isn't", () => {
    const stack =
      "Error: no\n    at f (moz-extension://1234/content.js:1:2)\n    at https://bopolis.test/build/a.js:1:2";
    expect(classify("Error: no", stack)).toBeNull();
    const own = "Error: no\n    at f (https://bopolis.test/build/a.js:1:2)";
    expect(classify("Error: no", own)).toMatchObject({ kind: "script", source: "/build/a.js:1:2" });
  });
});

describe("a violation of the Content-Security-Policy", () => {
  const old = {
    "csp-report": {
      "document-uri": "https://bopolis.test/levels?search=ann",
      "violated-directive": "script-src 'self'",
      "blocked-uri": "https://evil.test/a.js?token=1",
      "source-file": "https://bopolis.test/build/a.js",
      "line-number": 3,
      "column-number": 9,
    },
  };
  const current = {
    type: "csp-violation",
    age: 3,
    url: "https://bopolis.test/levels",
    body: {
      documentURL: "https://bopolis.test/levels?search=ann",
      effectiveDirective: "script-src",
      blockedURL: "https://evil.test/a.js?token=1",
      sourceFile: "https://bopolis.test/build/a.js",
      lineNumber: 3,
      columnNumber: 9,
      disposition: "enforce",
    },
  };
  const expected = { kind: "csp", message: "script-src blocked evil.test", source: "/build/a.js:3:9" };

  test("is the same group in both formats", () => {
    expect(classifyViolation(oldPolicyReport.parse(old), HOST)).toEqual(expected);
    const [report = null, deprecation] = newPolicyReports.parse([
      current,
      { type: "deprecation", body: { id: 1 } },
    ]);
    expect(report && classifyViolation(report, HOST)).toEqual(expected);
    expect(deprecation).toBeNull();
  });

  /** The class of a violation with another body. */
  const classified = (body: object) => {
    const [report = null] = newPolicyReports.parse([{ ...current, body }]);
    return report && classifyViolation(report, HOST);
  };

  test("of an extension or of another site is ignored, and of inline code names the directive alone", () => {
    for (const change of [
      { blockedURL: "chrome-extension://abc/a.js" },
      { documentURL: "https://evil.test/" },
    ])
      expect(classified({ ...current.body, ...change })).toBeNull();
    const { documentURL } = current.body;
    const inline = { documentURL, effectiveDirective: "style-src-attr", blockedURL: "inline" };
    expect(classified(inline)).toEqual({ kind: "csp", message: "style-src-attr blocked inline", source: "" });
  });
});
