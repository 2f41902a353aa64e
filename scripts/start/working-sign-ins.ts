import { sql } from "drizzle-orm";
import { Database, statement } from "#db/database.ts";
import { checkPassword } from "#worker/auth/password.ts";
import { openSecret } from "#worker/security/totp.ts";
import { DEMO_SIGN_INS, DEMO_TWO_FACTOR, type DemoSignIn } from "../seed/sign-ins.ts";
import type { Site } from "../site/site.ts";

interface Account {
  id: number;
  password_hash: string;
  two_factor_secret: string | null;
}

/** The demo sign-ins that work on this site. It may have no demo world, or its passwords may have changed. */
export async function workingSignIns({ d1, sealing }: Pick<Site, "d1" | "sealing">): Promise<DemoSignIn[]> {
  const db = new Database(d1);
  const works = await Promise.all(
    DEMO_SIGN_INS.map(async ({ username, password, hasCode }) => {
      const account = await db.first(
        statement<Account>(
          sql`select id, password_hash, two_factor_secret from users where username = ${username}`,
        ),
      );
      if (!account || !(await checkPassword(password, account.password_hash))) return false;
      const secret =
        account.two_factor_secret && (await openSecret(sealing, account.id, account.two_factor_secret));
      return secret === (hasCode ? DEMO_TWO_FACTOR : null);
    }),
  );
  return DEMO_SIGN_INS.filter((_, i) => works[i]);
}
