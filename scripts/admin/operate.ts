import { realpathSync } from "node:fs";
import { Problem } from "../deploy/problem.ts";
import { checkDatabases } from "../site/check-databases.ts";
import { findDatabaseFile } from "../site/database-file.ts";
import { localOperator, type OperatorClient } from "../site/operator-client.ts";
import { startSite } from "../site/site.ts";
import { runningSiteUrl } from "../site/site-url.ts";
import { StateLock } from "../site/state-lock.ts";
import { claimState } from "../start/processes.mjs";

/**
 * Lets the site in a state folder carry out an operator's call: the running one, or else one that is started for it. Only who can
 * read its secrets can do this. `origin` is the site's URL. Throws a Problem if the call isn't possible.
 */
export async function operate<Result>(
  { state, origin }: { state: string; origin?: string | undefined },
  call: (client: OperatorClient) => Promise<Result>,
): Promise<Result> {
  if (!findDatabaseFile(state)) throw new Problem(`✗ No site has its data in ${state}.`);
  const url = await runningSiteUrl(state);
  if (url) return call(localOperator(url, state));
  const lock = new StateLock(state, { command: "npm run admin" });
  try {
    checkDatabases(state, "header");
    Object.assign(process.env, await claimState(realpathSync(state)));
    const vars = { ENVIRONMENT: "production", LOG: "errors", ...(origin && { ORIGIN: origin }) };
    const site = await startSite({ port: 0, state, vars });
    try {
      return await call(localOperator(site.url, state));
    } finally {
      await site.stop();
    }
  } finally {
    lock.release();
  }
}
