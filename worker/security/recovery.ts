import { randomBytes } from "node:crypto";
import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import {
  plainRecoveryCode,
  RECOVERY_BYTES,
  RECOVERY_CODES,
  recoveryCode,
} from "#domain/security/recovery-code.ts";
import { sign } from "../http/tokens.ts";

/** Hashes a recovery code for the database. */
export const recoveryHash = (env: Pick<Env, "SEAL_SECRET">, userId: number, code: string): string =>
  sign(env.SEAL_SECRET, `recovery:${userId}:${plainRecoveryCode(code)}`);

/** Returns new recovery codes and the statements that replace the old ones if `when` holds. */
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
