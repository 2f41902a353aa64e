import { type PasswordOwner, passwordProblem } from "#domain/auth/password-rules.ts";
import type { FieldErrors } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";

/** What is weak about a new password, at its field; one that is too short is told so by the schema. */
export function weakPassword(password: string, owner: PasswordOwner): FieldErrors {
  const problem = password.length >= LIMITS.password.min ? passwordProblem(password, owner) : null;
  return problem ? { password: [problem] } : {};
}
