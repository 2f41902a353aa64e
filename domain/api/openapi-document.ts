import * as z from "zod/mini";
import { SITE } from "../site.ts";
import { API_ROUTES } from "./api-routes.ts";
import type { Route } from "./route.ts";

/** A schema as JSON Schema. Anything it can't express (files, conversions) stays open. */
const schemaOf = (schema: Route["input"], io: "input" | "output") =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", target: "openapi-3.0" }) as Record<string, unknown>;

const errorResponse = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/ApiError" } } },
});

function operation(route: Route): Record<string, unknown> {
  const input = schemaOf(route.input, "input");
  const required = new Set((input.required as string[] | undefined) ?? []);
  const inPath = [...route.path.matchAll(/\{(\w+)\??\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries((input.properties ?? {}) as Record<string, unknown>).map(
    ([name, schema]) => ({
      name,
      in: "query",
      required: required.has(name),
      schema,
    }),
  );
  const key = {
    name: "Idempotency-Key",
    in: "header",
    description: "A repetition with the same key gets the first response, for a day.",
    schema: { type: "string", pattern: "^[\\w-]{8,64}$" },
  };
  const type = route.body === "form" ? "multipart/form-data" : "application/json";
  return {
    summary: route.summary,
    tags: [route.path.split("/")[2] ?? "site"],
    parameters:
      route.method === "GET" ? [...inPath, ...inQuery] : [...inPath, ...(route.creates ? [key] : [])],
    ...(route.method === "POST" && { requestBody: { content: { [type]: { schema: input } } } }),
    ...(route.access !== "public" && {
      security: [route.access === "host" ? { host: [] } : { session: [], csrf: [] }],
      "x-access": route.access,
    }),
    responses: {
      [String(route.status ?? 200)]: {
        description: "Done",
        content: { "application/json": { schema: schemaOf(route.output, "output") } },
      },
      "4XX": errorResponse("The request failed. The message says what to change."),
    },
  };
}

/** The whole API as an OpenAPI 3.1 document, generated from the routes that the worker and the web app use. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of API_ROUTES) {
    const path = route.path.replace("?}", "}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${SITE.name} API`, version: "1" },
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "bopolis_session" },
        host: { type: "http", scheme: "bearer", description: "A game host's key (docs/HOSTS.md)" },
        csrf: { type: "apiKey", in: "header", name: "X-CSRF-TOKEN" },
      },
      schemas: {
        ApiError: {
          type: "object",
          required: ["message"],
          properties: {
            message: { type: "string" },
            code: { type: "string" },
            errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
          },
        },
      },
    },
  };
}
