import type * as z from "zod/mini";
import type { $ZodIssue } from "zod/v4/core";
import { ApiError, type FieldErrors } from "#domain/errors.ts";

/** Validates input against its schema. Throws a 422 with every problem at its field. */
export function parseInput<S extends z.ZodMiniType>(schema: S, raw: unknown): z.output<S> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data as z.output<S>;
  throw invalid(parsed.error.issues);
}

/** A 422 with every problem at its field; the first one is the message. */
function invalid(issues: readonly $ZodIssue[]): ApiError {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = String(issue.path[0] ?? "form");
    errors[field] = [...new Set([...(errors[field] ?? []), issue.message])];
  }
  const message = issues[0]?.message;
  return new ApiError("invalid", { errors, ...(message && { message }) });
}
