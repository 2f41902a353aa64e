import { LIMITS } from "#domain/limits.ts";

/** Strings of password fields. */
export const passwordText = {
  password: "Password",
  hint: `At least ${LIMITS.password.min} characters.`,
  repeat: "Repeat password",
  show: "Show password",
  hide: "Hide password",
} as const;
