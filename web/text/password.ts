import { LIMITS } from "#domain/limits.ts";

/** Words of the fields in which passwords are typed. */
export const passwordText = {
  password: "Password",
  hint: `At least ${LIMITS.password.min} characters.`,
  repeat: "Password again",
  show: "Show the password",
  hide: "Hide the password",
} as const;
