import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Site, type SiteOptions, startSite } from "#scripts/site/site.ts";

/** Starts a site. Another start finds the data of the one before. */
export type Start = (options?: Partial<Omit<SiteOptions, "state">>) => Promise<Site>;

/** Runs `work` with an empty site on its own data in the folder `state`, which is deleted afterwards. */
export async function withOwnState(work: (start: Start, state: string) => Promise<void>): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), "bopolis-e2e-"));
  let site: Site | undefined;
  const start: Start = async ({ vars, ...options } = {}) => {
    site = await startSite({
      port: 0,
      state,
      vars: { RATE_LIMITS: "off", LOG: "errors", PASSWORD_COST: "low", ...vars },
      ...options,
    });
    return site;
  };
  try {
    await work(start, state);
  } finally {
    await site?.stop();
    rmSync(state, { recursive: true, force: true });
  }
}
