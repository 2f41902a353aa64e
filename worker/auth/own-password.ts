import { type Columns, statement } from "#db/database.ts";
import { fieldErrorAt } from "#domain/errors.ts";
import { checkAttempts, clearAttempts, type SessionAccount } from "../http/session.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { checkPassword, passwordCost } from "./password.ts";

const QUARTER_HOUR = 15 * 60;

/** The account; throws unless the password is its own: ten attempts per 15 minutes for a stolen session. */
export async function checkOwnPassword(
  { gate, env }: { gate: SessionGate; env: Env },
  password: string,
  field = "password",
): Promise<SessionAccount> {
  const id = gate.claims?.id ?? 0;
  const row = await gate.first(statement<Columns<"users", "password_hash">>`select password_hash from users
    where id = ${id}`);
  const account = await gate.member();
  const key = `own-password:${id}`;
  await checkAttempts(env, key, 10, QUARTER_HOUR);
  if (!(await checkPassword(password, row?.password_hash, passwordCost(env))))
    throw fieldErrorAt(field, "wrong_password");
  await clearAttempts(env, key);
  return account;
}
