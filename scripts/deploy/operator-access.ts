import { setTimeout as sleep } from "node:timers/promises";
import { OperatorClient } from "../site/operator-client.ts";
import type { DeployState } from "./deploy-state.ts";
import { PRODUCTION_CONFIG } from "./generate-config.ts";
import { newSecret } from "./secrets.ts";
import { NOT_NEWEST, type Wrangler, WranglerError } from "./wrangler.ts";

/** Longer than any command takes that is interrupted before it revokes its token. */
const VALID_MS = 24 * 3_600_000;

/** The access of one command to the operator's endpoints of a site. */
export interface OperatorAccess {
  /** Null if the deployed version accepts none: it's older than 0.5.0, and not the newest. */
  client: OperatorClient | null;
  /** Restores the access after the database was rewound. */
  renew(): Promise<void>;
}

export interface OperatedDatabase {
  wrangler: Wrangler;
  state: DeployState;
  /** The site's URL. */
  url: string;
}

/** Gives `work` access to the operator's endpoints, and takes it away afterwards. */
export async function withOperatorAccess<Result>(
  { wrangler, state, url }: OperatedDatabase,
  work: (access: OperatorAccess) => Promise<Result>,
): Promise<Result> {
  const token = newSecret();
  const renew = (): Promise<void> => state.grant(token, Date.now(), Date.now() + VALID_MS);
  await renew();
  try {
    const accepted = (await acceptsToken(url, token)) || (await putSecret(wrangler, token));
    return await work({ client: accepted ? new OperatorClient({ url, secret: token }) : null, renew });
  } finally {
    // It expires by itself.
    await state.revoke(token).catch(() => {});
  }
}

/** Whether the site takes the token from its database. Versions before 0.5.0 don't. */
async function acceptsToken(url: string, token: string): Promise<boolean> {
  for (let tries = 0; tries < 3; tries++) {
    if (tries) await sleep(500);
    try {
      const response = await fetch(`${url}/api/operator/backup`, {
        headers: { Authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(15_000),
      });
      if (response.ok) return true;
    } catch {}
  }
  return false;
}

/** Sets the secret that older versions take. Returns false if the deployed version can't get one: it isn't the newest. */
async function putSecret(wrangler: Wrangler, secret: string): Promise<boolean> {
  const args = ["secret", "put", "OPERATOR_SECRET", "--config", PRODUCTION_CONFIG];
  try {
    await wrangler.text(args, { input: secret });
    return true;
  } catch (error) {
    if (error instanceof WranglerError && error.matches(NOT_NEWEST)) return false;
    throw error;
  }
}
