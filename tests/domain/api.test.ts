import fc from "fast-check";
import * as z from "zod/mini";
import { API_ROUTES } from "#domain/api/api-routes.ts";
import {
  type Bookmarks,
  formatBookmarks,
  isAtLeast,
  mergeBookmarks,
  parseBookmarks,
} from "#domain/api/bookmarks.ts";
import { openApiDocument } from "#domain/api/openapi-document.ts";
import { isValidParam } from "#domain/api/params.ts";
import { buildUrl, fillPath } from "#domain/api/route.ts";
import { unknownKeyStripper } from "#domain/api/unknown-key-stripper.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { DATABASE_NAMES } from "#domain/database-names.ts";
import { API_ERRORS, ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { forAll } from "#tests/support/for-all.ts";
import { pageSlice, paginationLinks } from "#worker/http/pagination.ts";

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\??\}/g)].map(([, name]) => name ?? "");
/** The OpenAPI document shows optional parameters like required ones. */
const documentedPath = (path: string) => path.replace("?}", "}");

/** The endpoints open to banned members: their ban, appeal, billing, account security, export and deletion. */
const ALLOWED_WHILE_BANNED = new Set([
  "GET /api/session",
  "GET /api/standing",
  "POST /api/standing/warnings/{id}/seen",
  "POST /api/appeals",
  "POST /api/auth/logout",
  "POST /api/auth/billing/customer",
  "POST /api/auth/billing/invoices",
  "POST /api/auth/billing/portal",
  "POST /api/auth/billing/cancel",
  "POST /api/auth/user/details",
  "POST /api/auth/user/password",
  "POST /api/auth/password/forgot",
  "POST /api/auth/password/reset",
  "POST /api/auth/email/revert",
  "POST /api/auth/email/verify",
  "POST /api/auth/confirm",
  "GET /api/auth/sessions",
  "POST /api/auth/sessions/{sessionId}/delete",
  "POST /api/auth/logout-other-devices",
  "POST /api/auth/2fa/generate",
  "POST /api/auth/2fa/enable",
  "POST /api/auth/2fa/recovery-codes",
  "POST /api/auth/2fa/disable",
  "GET /api/auth/export",
  "POST /api/auth/export",
  "POST /api/auth/delete",
]);

describe("the route table", () => {
  test("has no two routes with the same method and path shape", () => {
    const shapes = API_ROUTES.map(({ method, path }) => `${method} ${path.replace(/\{\w+\??\}/g, "{}")}`);
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test("knows the format of every path parameter", () => {
    const words = "1 level hat some_name buddies followers 1_2_3".split(" ");
    const samples = [...words, "a".repeat(30), "a".repeat(43)];
    for (const { path } of API_ROUTES)
      for (const name of namesIn(path))
        expect(
          samples.some((value) => isValidParam(name, value)),
          name,
        ).toBe(true);
  });

  test("caches only public GET responses, allows banned members only the listed routes and gives each a summary", () => {
    for (const route of API_ROUTES) {
      if (route.cacheSeconds) expect([route.method, route.access]).toEqual(["GET", "public"]);
      expect(ALLOWED_WHILE_BANNED.has(`${route.method} ${route.path}`), route.path).toBe(
        route.whileBanned === true,
      );
      expect(route.summary, route.path).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe("a path", () => {
  test("encodes its parameters, and has no query in a POST route", () => {
    expect(fillPath("/a/{id}/{name}", { id: 5, name: "x/../y?#" })).toBe("/a/5/x%2F..%2Fy%3F%23");
    expect(() => fillPath("/a/{id}", {})).toThrow("needs id");
    expect(buildUrl(createCommentRoute, {}, { body: "x" })).toBe("/api/comments/create");
  });

  test.each(["", "0", "-1", "01", "1.0", "1e3", " 1", "1 ", "1\n", "9".repeat(16), "١", "x"])(
    "does not accept %j as an id",
    (value) => {
      for (const name of ["id", "levelId", "ratingId", "revision"])
        expect(isValidParam(name, value)).toBe(false);
    },
  );

  test("does not accept an undeclared parameter", () => expect(isValidParam("unheard", "1")).toBe(false));
});

test("every API error has a status and a one-sentence message", () => {
  for (const [code, [status, message]] of Object.entries(API_ERRORS)) {
    expect(status, code).toBeGreaterThanOrEqual(400);
    // 503: the site can't do it right now.
    if (code !== "internal" && status !== 503) expect(status, code).toBeLessThan(500);
    // The specification's own wording has no full stop.
    expect(message, code).toMatch(code === "blocked_by_you" ? /^This user is blocked$/ : /^[A-Z].*\.$/);
    expect(new ApiError(code as keyof typeof API_ERRORS)).toMatchObject({ code, status, message });
  }
});

describe("the OpenAPI document", () => {
  interface Operation {
    summary: string;
    parameters: { name: string; in: string; required: boolean; schema: object }[];
    requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
    responses: Record<string, { content: Record<string, { schema: Record<string, unknown> }> }>;
    security?: unknown;
  }
  const text = JSON.stringify(openApiDocument());
  const document = JSON.parse(text) as {
    openapi: string;
    info: { title: string; version: string };
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, unknown> };
  };

  test("has every endpoint and nothing else", () => {
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(
      API_ROUTES.map(({ method, path }) => `${method} ${documentedPath(path)}`).sort(),
    );
    expect(document).toMatchObject({ openapi: "3.1.0", info: { title: "Bopolis API", version: "1" } });
  });

  test.each(API_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "describes the input and the response of %s",
    (_, route) => {
      const operation = document.paths[documentedPath(route.path)]?.[route.method.toLowerCase()];
      if (!operation) throw new Error("the operation is missing");
      const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(inPath.map(({ name }) => name)).toEqual(namesIn(route.path));
      expect(inPath.every(({ required }) => required)).toBe(true);
      const fields = Object.keys((route.input._zod.def as unknown as { shape: object }).shape).sort();
      const type = route.body === "form" ? "multipart/form-data" : "application/json";
      const documented =
        route.method === "GET"
          ? operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name)
          : Object.keys((operation.requestBody?.content[type]?.schema.properties ?? {}) as object);
      expect(documented.sort()).toEqual(fields);
      const response = operation.responses[String(route.status ?? 200)]?.content["application/json"]?.schema;
      const shapes = (response?.anyOf as object[] | undefined) ?? [response];
      for (const shape of shapes) expect(shape).toMatchObject({ type: "object" });
      expect(Boolean(operation.security)).toBe(route.access !== "public");
    },
  );

  test("has no dangling references", () => {
    for (const [, reference = ""] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      const [, ...steps] = reference.split("/");
      let found: unknown = document;
      for (const step of steps) found = (found as Record<string, unknown> | undefined)?.[step];
      expect(found, reference).toBeDefined();
    }
  });
});

const inner = z.object({ id: z.int(), name: z.string() });
const schema = z.object({
  data: z.array(z.object({ id: z.int(), user: inner, event: z.nullable(inner), count: z.optional(z.int()) })),
  tags: z.array(z.string()),
  meta: inner,
  ticket: z.union([
    z.object({ host: inner, token: z.string() }),
    z.object({ room: z.string(), token: z.string() }),
  ]),
});
const strip = unknownKeyStripper(schema);

/** Objects with `fields`, and sometimes with keys that no contract has. */
const leaky = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc
    .tuple(fc.record(fields), fc.option(fc.dictionary(fc.constantFrom("email", "secret", "k"), fc.string())))
    .map(([value, more]) => ({ ...more, ...value }));

const innerValue = leaky({ id: fc.integer(), name: fc.string() });
const card = fc
  .tuple(
    leaky({ id: fc.integer(), user: innerValue, event: fc.option(innerValue) }),
    fc.option(fc.integer(), { nil: undefined }),
  )
  .map(([value, count]) => (count === undefined ? value : { ...value, count }));
const ticketValue = fc.oneof(
  leaky({ host: innerValue, token: fc.string() }),
  leaky({ room: fc.string(), token: fc.string() }),
);
const response = leaky({
  data: fc.array(card),
  tags: fc.array(fc.string()),
  meta: innerValue,
  ticket: ticketValue,
});

describe("stripping a response to its contract", () => {
  test("leaves exactly what the schema itself would leave, and does not change the original", () => {
    forAll(response, (value) => {
      const before = structuredClone(value);
      expect(strip(value)).toEqual(schema.parse(value));
      expect(value).toEqual(before);
    });
  });

  test("does not copy a response without unknown keys", () => {
    const exact = {
      data: [{ id: 1, user: { id: 2, name: "a" }, event: null }],
      tags: ["b"],
      meta: { id: 3, name: "c" },
      ticket: { room: "d", token: "e" },
    };
    expect(strip(exact)).toBe(exact);
    const [first] = exact.data;
    const leaking = { ...exact, meta: { ...exact.meta, secret: "x" } };
    const stripped = strip(leaking) as typeof exact;
    expect(stripped).toEqual(exact);
    expect(stripped.data[0]).toBe(first);
  });

  test("lets no unknown field through in any endpoint's response", () => {
    for (const route of API_ROUTES)
      expect(unknownKeyStripper(route.output)({ leaked: 1 }), route.path).toEqual({});
  });
});

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(..."0123456789abcdef"), { minLength: length, maxLength: length })
    .map((digits) => digits.join(""));
/** As D1 makes them. */
const bookmark = fc.tuple(hex(8), hex(8), hex(8), hex(32)).map((parts) => parts.join("-"));
const bookmarks = fc.record(Object.fromEntries(DATABASE_NAMES.map((name) => [name, bookmark])), {
  requiredKeys: [],
}) as fc.Arbitrary<Bookmarks>;

describe("bookmarks", () => {
  test("survive their text, which a cookie can contain", () => {
    forAll(bookmarks, (some) => {
      const text = formatBookmarks(some);
      expect(text).toMatch(/^[\w:.-]*$/);
      expect(parseBookmarks(text)).toEqual(some);
    });
  });

  test("merge to the newest of each database, in any order and however often", () => {
    forAll(bookmarks, bookmarks, bookmarks, (a, b, c) => {
      const merged = mergeBookmarks(mergeBookmarks(a, b), c);
      expect(mergeBookmarks(c, mergeBookmarks(b, a))).toEqual(merged);
      expect(mergeBookmarks(merged, b)).toEqual(merged);
      for (const one of [a, b, c]) expect(isAtLeast(merged, one)).toBe(true);
    });
  });

  test("never throw for a text from elsewhere, and take over only what looks like one", () => {
    forAll(fc.constantFrom("", "main:"), fc.string(), (start, end) => {
      const read = parseBookmarks(start + end);
      expect(parseBookmarks(formatBookmarks(read))).toEqual(read);
    });
    for (const text of ["", "main", "main:", "main:zz", "main:1;x", `main:${"a".repeat(101)}`, "other:00"])
      expect(parseBookmarks(text), text).toEqual({});
    expect(parseBookmarks(null)).toEqual({});
  });

  test("of a database that wasn't read don't matter", () => {
    expect(isAtLeast({}, { main: "9" })).toBe(true);
    expect(isAtLeast({ main: "1" }, {})).toBe(true);
    expect(isAtLeast({ main: "1" }, { main: "2" })).toBe(false);
  });
});

test("a page read from the nearer end has the same rows as a plain slice", () => {
  const upTo = (max: number) => fc.integer({ min: 1, max });
  forAll(500, upTo(60), upTo(25), fc.nat(400), (page, size, total) => {
    const rows = Array.from({ length: total }, (_, i) => i);
    const { limit, offset, reverse } = pageSlice(page, size, total);
    const source = reverse ? rows.toReversed() : rows;
    const read = source.slice(offset, offset + limit);
    expect(reverse ? read.toReversed() : read).toEqual(rows.slice((page - 1) * size, page * size));
    expect(offset).toBeLessThanOrEqual(total / 2);
  });
});

test("a page in the middle of a very long list is rejected, its ends are not", () => {
  const total = 1_000_000;
  expect(() => pageSlice(25_000, 20, total)).toThrow("too far");
  expect(pageSlice(total / 20, 20, total)).toEqual({ limit: 20, offset: 0, reverse: true });
  expect(pageSlice(LIMITS.pageDepth / 20, 20, total).reverse).toBe(false);
});

test("the next link keeps the query, and the last page has none", () => {
  const request = new Request("https://bopolis.test/api/levels?search=a+b&page=1&category=");
  expect(paginationLinks(request, 1, 20, 41)).toEqual({
    meta: { current_page: 1, last_page: 3, total: 41 },
    links: { next: "/api/levels?search=a+b&category=&page=2" },
  });
  expect(paginationLinks(request, 3, 20, 41).links.next).toBeNull();
  expect(paginationLinks(request, 1, 20, 0)).toEqual({
    meta: { current_page: 1, last_page: 1, total: 0 },
    links: { next: null },
  });
});
