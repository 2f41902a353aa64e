import { randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import {
  plainRecoveryCode,
  RECOVERY_BYTES,
  RECOVERY_CODES,
  recoveryCode,
} from "#domain/security/recovery.ts";
import type { Env } from "../env.ts";
import { sign } from "../http/crypto.ts";

/** What the database keeps of a recovery code. */
export const recoveryHash = (env: Pick<Env, "SEAL_SECRET">, userId: number, code: string): string =>
  sign(env.SEAL_SECRET, `recovery:${userId}:${plainRecoveryCode(code)}`);

/** New recovery codes and the statements that put them in the place of the old ones, where `when` holds. */
export function newRecoveryCodes(
  env: Env,
  userId: number,
  when: SQL,
): { codes: string[]; statements: Statement[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(RECOVERY_BYTES)));
  const hashes = JSON.stringify(codes.map((code) => recoveryHash(env, userId, code)));
  const statements = [
    statement(sql`delete from recovery_codes where user_id = ${userId} and ${when}`),
    statement(sql`insert into recovery_codes (user_id, hash)
      select ${userId}, value from json_each(${hashes}) where ${when}`),
  ];
  return { codes, statements };
}
