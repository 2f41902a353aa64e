import { describe, expect, test } from "vitest";
import { API } from "#domain/api/all.ts";
import { openApiDocument } from "#domain/api/openapi.ts";
import { isParam } from "#domain/api/params.ts";
import { buildUrl, fillPath } from "#domain/api/route.ts";
import { API_ERRORS, ApiError } from "#domain/errors.ts";

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\??\}/g)].map(([, name]) => name ?? "");
/** A parameter that may be left out stands in the printed description like any other. */
const printedPath = (path: string) => path.replace("?}", "}");

/** What banned members keep: why they are banned, their appeal, what they pay for, and the safety and end of their account. */
const KEPT_WHILE_BANNED = new Set([
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

describe("the table of endpoints", () => {
  test("has no two with the same method and shape of path", () => {
    const shapes = API.map(({ method, path }) => `${method} ${path.replace(/\{\w+\??\}/g, "{}")}`);
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test("knows what each of its path parameters looks like", () => {
    for (const { path } of API)
      for (const name of namesIn(path))
        expect(
          ["1", "level", "hat", "some_name", "buddies", "1_2_3", "a".repeat(30), "a".repeat(43)].some(
            (value) => isParam(name, value),
          ),
          name,
        ).toBe(true);
  });

  test("keeps only answers that are the same for every visitor, and lets banned people do little", () => {
    for (const route of API) {
      if (route.keep) expect([route.method, route.access]).toEqual(["GET", "public"]);
      expect(KEPT_WHILE_BANNED.has(`${route.method} ${route.path}`), route.path).toBe(
        route.whileBanned === true,
      );
      expect(route.summary, route.path).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe("a path", () => {
  test("gets its parameters encoded", () => {
    expect(fillPath("/a/{id}/{name}", { id: 5, name: "x/../y?#" })).toBe("/a/5/x%2F..%2Fy%3F%23");
    expect(() => fillPath("/a/{id}", {})).toThrow("needs id");
  });

  test("of a POST carries no query", () => {
    const post = API.find(({ method, path }) => method === "POST" && path === "/api/comments/create");
    if (!post) throw new Error("no such route");
    expect(buildUrl(post, {}, { body: "x" })).toBe("/api/comments/create");
  });

  test.each(["", "0", "-1", "01", "1.0", "1e3", " 1", "1 ", "1\n", "9".repeat(16), "١", "x"])(
    "has no id %j",
    (value) => {
      for (const name of ["id", "levelId", "ratingId", "revision"]) expect(isParam(name, value)).toBe(false);
    },
  );

  test("has no parameter that nobody told of", () => {
    expect(isParam("unheard", "1")).toBe(false);
  });
});

test("every refusal has a status of its kind and a sentence", () => {
  for (const [code, [status, message]] of Object.entries(API_ERRORS)) {
    expect(status, code).toBeGreaterThanOrEqual(400);
    if (code !== "internal") expect(status, code).toBeLessThan(500);
    // The specification's own words have no full stop.
    expect(message, code).toMatch(code === "blocked_by_you" ? /^This user is blocked$/ : /^[A-Z].*\.$/);
    expect(new ApiError(code as keyof typeof API_ERRORS)).toMatchObject({ code, status, message });
  }
});

describe("the printed description of the API", () => {
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
    const printed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(printed.sort()).toEqual(API.map(({ method, path }) => `${method} ${printedPath(path)}`).sort());
    expect(document).toMatchObject({ openapi: "3.1.0", info: { title: "Bopolis API", version: "1" } });
  });

  test.each(API.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "tells what %s takes and answers",
    (_, route) => {
      const operation = document.paths[printedPath(route.path)]?.[route.method.toLowerCase()];
      if (!operation) throw new Error("it is missing");
      const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(inPath.map(({ name }) => name)).toEqual(namesIn(route.path));
      expect(inPath.every(({ required }) => required)).toBe(true);
      const fields = Object.keys((route.input._zod.def as unknown as { shape: object }).shape).sort();
      const type = route.body === "form" ? "multipart/form-data" : "application/json";
      const told =
        route.method === "GET"
          ? operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name)
          : Object.keys((operation.requestBody?.content[type]?.schema.properties ?? {}) as object);
      expect(told.sort()).toEqual(fields);
      const answer = operation.responses[String(route.status ?? 200)]?.content["application/json"]?.schema;
      expect(answer).toMatchObject({ type: "object" });
      expect(Boolean(operation.security)).toBe(route.access !== "public");
    },
  );

  test("refers to nothing that is not in it", () => {
    for (const [, reference = ""] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      const [, ...steps] = reference.split("/");
      let found: unknown = document;
      for (const step of steps) found = (found as Record<string, unknown> | undefined)?.[step];
      expect(found, reference).toBeDefined();
    }
  });
});
