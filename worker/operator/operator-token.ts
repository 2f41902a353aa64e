import { Database } from "#db/database.ts";
import { query } from "../backup/database-plan.ts";
import { hashToken } from "../http/tokens.ts";

/** The name of a token's row in the table of deployments (scripts/deploy/deploy-state.ts). */
export const operatorTokenName = (token: string): string => `operator ${hashToken(token)}`;

/** Whether an operator's command has put this token into the database. A command that can do so may do anything there. */
export async function isOperatorToken(env: Env, token: string, now: number): Promise<boolean> {
  const rowQuery = query<{ name: string }>(
    "select name from d1_deployments where name = ? and expires_at > ?",
    operatorTokenName(token),
    now,
  );
  try {
    return (await new Database(env.DB).first(rowQuery)) !== undefined;
  } catch {
    // `npm run deploy` creates the table, so a local site has none, nor has an empty database.
    return false;
  }
}
