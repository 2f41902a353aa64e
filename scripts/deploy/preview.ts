import { buildSite } from "../site/build.ts";
import { findAccount } from "./account.ts";
import { emptyBucket } from "./empty-bucket.ts";
import { generateConfig, PREVIEW_CONFIG } from "./generate-config.ts";
import { logHeading, logStep } from "./log.ts";
import type { Operation } from "./operations.ts";
import { requiredResources } from "./plan.ts";
import { Problem } from "./problem.ts";
import { SECRETS } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import { MISSING, type Wrangler, WranglerError } from "./wrangler.ts";

const MAX_NAME = 40;
const NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/**
 * Returns the settings of a preview: a whole site of its own beside the site, without its domains and mail. Throws a Problem
 * if its name isn't valid.
 */
export function previewSettings(settings: Settings, preview = "main"): Settings {
  const name = `${settings.name}-preview-${preview}`;
  if (!NAME.test(preview) || name.length > MAX_NAME)
    throw new Problem(
      `✗ ${JSON.stringify(preview)} isn't a valid name for a preview: use lowercase letters, digits and dashes, and at most ${MAX_NAME} characters in ${name}.`,
    );
  const { mail_from: _, ...others } = settings;
  return { ...others, name, domains: [], rollout: [], read_replicas: "off" };
}

/** Returns the environment without the site's own secrets, because a preview gets new ones. */
export const previewEnvironment = (
  environment: Record<string, string | undefined>,
): Record<string, string | undefined> => {
  const own = SECRETS.flatMap(({ name, generate }) => (generate ? [name] : []));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !own.includes(name)));
};

const NOT_EMPTY = /not empty|code: 10008/i;

/** Runs a command that deletes something. Returns false if it doesn't exist. */
async function remove(wrangler: Wrangler, args: readonly string[]): Promise<boolean> {
  try {
    await wrangler.text(args);
    return true;
  } catch (error) {
    if (error instanceof WranglerError && error.matches(MISSING)) return false;
    throw error;
  }
}

/** Deletes a preview with all of its data. Running it again is safe. */
export async function removePreview(
  { wrangler, settings, confirm }: Operation,
  preview?: string,
): Promise<void> {
  const own = previewSettings(settings, preview);
  const account = await findAccount(wrangler, settings);
  if (!(await confirm(`The site ${own.name} will be deleted with all of its data. Continue?`)))
    throw new Problem("Nothing was changed.");
  await buildSite();
  const { databases, buckets, queues } = requiredResources(generateConfig(own, {}, PREVIEW_CONFIG));
  logHeading(`Deleting ${own.name}`);
  await deletePreview(wrangler.forAccount(account.id), own.name, { databases, buckets, queues });
}

/** Deletes the resources of a preview. */
export async function deletePreview(
  wrangler: Wrangler,
  worker: string,
  { databases, buckets, queues }: ReturnType<typeof requiredResources>,
): Promise<void> {
  const log = (what: string, existed: boolean) => logStep(what, existed ? "deleted" : "doesn't exist");
  for (const queue of queues) await remove(wrangler, ["queues", "consumer", "remove", queue, worker]);
  log(`worker ${worker}`, await remove(wrangler, ["delete", worker, "--force"]));
  for (const queue of queues) log(`queue ${queue}`, await remove(wrangler, ["queues", "delete", queue]));
  for (const name of databases)
    log(`D1 database ${name}`, await remove(wrangler, ["d1", "delete", name, "--skip-confirmation"]));
  for (const bucket of buckets) await deleteBucket(wrangler, bucket, log);
}

async function deleteBucket(
  wrangler: Wrangler,
  bucket: string,
  log: (what: string, existed: boolean) => void,
): Promise<void> {
  const sweeper = `${bucket}-sweeper`;
  const drop = () => remove(wrangler, ["r2", "bucket", "delete", bucket]);
  try {
    const existed = await drop().catch(async (error: unknown) => {
      if (!(error instanceof WranglerError && error.matches(NOT_EMPTY))) throw error;
      await emptyBucket(wrangler, bucket, sweeper);
      return drop();
    });
    log(`R2 bucket ${bucket}`, existed);
  } finally {
    // Also one that an interrupted run has left behind.
    await remove(wrangler, ["delete", sweeper, "--force"]);
  }
}
