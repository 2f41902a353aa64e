import { type PasswordOwner, passwordProblem } from "#domain/auth/password-problem.ts";
import type { FieldErrors } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";

/** Returns field errors for a weak new password. The schema reports passwords that are too short. */
export function weakPasswordErrors(password: string, owner: PasswordOwner): FieldErrors {
  const problem = password.length >= LIMITS.password.min ? passwordProblem(password, owner) : null;
  return problem ? { password: [problem] } : {};
}
