import { fieldRefusal } from "#domain/errors.ts";
import type { Env } from "../env.ts";

/** Refuses, at the field `password`, one that is easily guessed by whoever knows the person or the lists that go round. */
export async function refuseWeakPassword(
  _call: { env: Env; request: Request },
  password: string,
  about: { username: string; email: string },
): Promise<void> {
  if (password.toLowerCase() === about.username.toLowerCase())
    throw fieldRefusal("password", "This password is your username. Choose another one.");
}
