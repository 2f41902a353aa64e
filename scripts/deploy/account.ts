import type { Config } from "./config.ts";
import { logStep } from "./log.ts";
import {
  type ExistingResources,
  planResources,
  type RequiredResources,
  type ResourceAction,
} from "./plan.ts";
import { Problem } from "./problem.ts";
import type { Settings } from "./settings.ts";
import { type Wrangler, WranglerError } from "./wrangler.ts";

interface Identity {
  loggedIn: boolean;
  email?: string;
  accounts?: { id: string; name: string }[];
}

export interface CloudflareAccount {
  id: string;
  name: string;
}

const SIGN_IN_HELP = [
  "You aren't signed in to Cloudflare. Do one of these and run this again:",
  "  npx wrangler login",
  "  export CLOUDFLARE_API_TOKEN=…  CLOUDFLARE_ACCOUNT_ID=…   (docs/operations.md lists the permissions it needs)",
];

/** Finds the account to deploy to. Throws a Problem if no one is signed in or the account isn't clear. */
export async function findAccount(wrangler: Wrangler, settings: Settings): Promise<CloudflareAccount> {
  const identity = await wrangler.json<Identity>(["whoami", "--json"]).catch((error: unknown) => {
    if (error instanceof WranglerError && error.matches(/"loggedIn":\s*false/))
      throw new Problem(...SIGN_IN_HELP);
    throw error;
  });
  const accounts = identity.accounts ?? [];
  const accountLines = accounts.map(({ id, name }) => `  ${id}  ${name}`);
  if (settings.account_id) {
    const chosen = accounts.find(({ id }) => id === settings.account_id);
    // A token can have access to an account without being allowed to list it.
    if (!chosen && accounts.length)
      throw new Problem(
        `You don't have access to account ${settings.account_id}. You have access to:`,
        ...accountLines,
      );
    return chosen ?? { id: settings.account_id, name: settings.account_id };
  }
  const [only] = accounts;
  if (only && accounts.length === 1) return only;
  throw new Problem(
    "Choose an account (`account_id` in deploy.config.json or CLOUDFLARE_ACCOUNT_ID):",
    ...accountLines,
  );
}

/** Creates the account's missing resources. Returns its database ids by name. */
export async function ensureResources(
  wrangler: Wrangler,
  required: RequiredResources,
  settings: Settings,
): Promise<Record<string, string>> {
  const found = await findResources(wrangler, required);
  for (const action of planResources(required, found)) {
    const state = action.state === "create" ? await createResource(wrangler, action, settings) : "exists";
    logStep(`${action.kind} ${action.name}`, state);
  }
  const isComplete = required.databases.every((name) => found.databases[name]);
  return isComplete ? found.databases : findDatabaseIds(wrangler, required);
}

/** Returns the ids of the required databases. Throws a Problem if any are missing. */
export async function findDatabaseIds(
  wrangler: Wrangler,
  required: RequiredResources,
): Promise<Record<string, string>> {
  const { databases } = await findResources(wrangler, { ...required, queues: [] });
  const missing = required.databases.filter((name) => !databases[name]);
  if (missing.length)
    throw new Problem(`✗ The account has no database ${missing.join(", ")}. Run \`npm run deploy\` first.`);
  return databases;
}

/** Finds the required resources that the account already has. */
async function findResources(wrangler: Wrangler, required: RequiredResources): Promise<ExistingResources> {
  const databases = await wrangler.json<{ name: string; uuid: string }[]>(["d1", "list", "--json"]);
  const buckets = await wrangler.text(["r2", "bucket", "list"]);
  const queues: string[] = [];
  for (const name of required.queues) if (await queueExists(wrangler, name)) queues.push(name);
  return {
    databases: Object.fromEntries(databases.map(({ name, uuid }) => [name, uuid])),
    buckets: [...buckets.matchAll(/^\s*name:\s+(\S+)/gm)].map(([, name = ""]) => name),
    queues,
  };
}

async function queueExists(wrangler: Wrangler, name: string): Promise<boolean> {
  try {
    const info = await wrangler.text(["queues", "info", name]);
    return new RegExp(`^\\s*Queue Name:\\s+${name}\\s*$`, "m").test(info);
  } catch (error) {
    if (error instanceof WranglerError && error.matches(/does not exist/)) return false;
    throw error;
  }
}

/** Returns the queues that the configuration consumes and that have no consumer yet. */
export async function findNewQueues(
  wrangler: Wrangler,
  { queues }: Pick<Config, "queues">,
): Promise<string[]> {
  const names = (queues?.consumers ?? []).map(({ queue }) => queue);
  const infos = await Promise.all(names.map((name) => wrangler.text(["queues", "info", name])));
  return names.filter((_, i) => /^\s*Number of Consumers:\s+0\s*$/m.test(infos[i] ?? ""));
}

/** Returns the names of the worker's secrets; none if there's no worker yet. */
export async function findSecrets(wrangler: Wrangler, worker: string): Promise<string[]> {
  try {
    const secrets = await wrangler.json<{ name: string }[]>(["secret", "list", "--name", worker]);
    return secrets.map(({ name }) => name);
  } catch (error) {
    // Only this error means there's no worker. Any other error must not lead to new secrets.
    if (error instanceof WranglerError && error.matches(/Worker ".+" .*not found/)) return [];
    throw error;
  }
}

const ALREADY_EXISTS = /already exists|already taken|code: 10004|code: 11009/;

/** Creates a resource. Returns "exists" if it already existed: listings can be incomplete. */
async function createResource(
  wrangler: Wrangler,
  { kind, name }: ResourceAction,
  { location }: Pick<Settings, "location">,
): Promise<"created" | "exists"> {
  const locationArgs = location ? ["--location", location] : [];
  const commands: Record<ResourceAction["kind"], string[]> = {
    "D1 database": ["d1", "create", name, ...locationArgs, "--update-config=false"],
    "R2 bucket": ["r2", "bucket", "create", name, ...locationArgs, "--update-config=false"],
    queue: ["queues", "create", name],
  };
  try {
    await wrangler.text(commands[kind]);
    return "created";
  } catch (error) {
    if (kind !== "D1 database" && error instanceof WranglerError && error.matches(ALREADY_EXISTS))
      return "exists";
    throw error;
  }
}
