import { type Action, type Found, planResources, type Wanted } from "./plan.ts";
import { Problem } from "./problem.ts";
import { say } from "./say.ts";
import type { Settings } from "./settings.ts";
import { type Wrangler, WranglerError } from "./wrangler.ts";

interface Identity {
  loggedIn: boolean;
  email?: string;
  accounts?: { id: string; name: string }[];
}

export interface Account {
  id: string;
  name: string;
}

const SIGN_IN = [
  "You are not signed in to Cloudflare. Do one of these and run again:",
  "  npx wrangler login",
  "  export CLOUDFLARE_API_TOKEN=…  CLOUDFLARE_ACCOUNT_ID=…   (docs/operating.md says which permissions it needs)",
];

/** Who is signed in, and for which account. */
export async function signIn(wrangler: Wrangler, settings: Settings): Promise<Account> {
  const identity = await wrangler.json<Identity>(["whoami", "--json"]).catch((error: unknown) => {
    if (error instanceof WranglerError && error.says(/"loggedIn":\s*false/)) throw new Problem(...SIGN_IN);
    throw error;
  });
  const accounts = identity.accounts ?? [];
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`);
  if (settings.account_id) {
    const chosen = accounts.find(({ id }) => id === settings.account_id);
    // A token may be allowed to work in an account that it is not allowed to list.
    if (!chosen && accounts.length)
      throw new Problem(`The sign-in has no access to account ${settings.account_id}. It knows:`, ...list);
    return chosen ?? { id: settings.account_id, name: settings.account_id };
  }
  const [only] = accounts;
  if (only && accounts.length === 1) return only;
  throw new Problem(
    "Say which account to use (`account_id` in deploy.config.json or CLOUDFLARE_ACCOUNT_ID):",
    ...list,
  );
}

/** Makes what the account lacks; answers the ids of its databases by name. */
export async function provideResources(
  wrangler: Wrangler,
  wanted: Wanted,
  settings: Settings,
): Promise<Record<string, string>> {
  const found = await findResources(wrangler, wanted);
  for (const action of planResources(wanted, found)) {
    const state = action.state === "create" ? await createResource(wrangler, action, settings) : "exists";
    say(`${action.kind} ${action.name}`, state);
  }
  const isComplete = wanted.databases.every((name) => found.databases[name]);
  return isComplete ? found.databases : databaseIds(wrangler, wanted);
}

/** The ids of the wanted databases, all of which must be there. */
export async function databaseIds(wrangler: Wrangler, wanted: Wanted): Promise<Record<string, string>> {
  const { databases } = await findResources(wrangler, { ...wanted, queues: [] });
  const missing = wanted.databases.filter((name) => !databases[name]);
  if (missing.length)
    throw new Problem(`✗ The account has no database ${missing.join(", ")}: run \`npm run deploy\`.`);
  return databases;
}

/** Which of the wanted things the account has. */
async function findResources(wrangler: Wrangler, wanted: Wanted): Promise<Found> {
  const databases = await wrangler.json<{ name: string; uuid: string }[]>(["d1", "list", "--json"]);
  const buckets = await wrangler.text(["r2", "bucket", "list"]);
  const queues: string[] = [];
  for (const name of wanted.queues) if (await queueExists(wrangler, name)) queues.push(name);
  return {
    databases: Object.fromEntries(databases.map(({ name, uuid }) => [name, uuid])),
    buckets: [...buckets.matchAll(/^\s*name:\s+(\S+)/gm)].map(([, name = ""]) => name),
    queues,
  };
}

async function queueExists(wrangler: Wrangler, name: string): Promise<boolean> {
  try {
    const told = await wrangler.text(["queues", "info", name]);
    return new RegExp(`^\\s*Queue Name:\\s+${name}\\s*$`, "m").test(told);
  } catch (error) {
    if (error instanceof WranglerError && error.says(/does not exist/)) return false;
    throw error;
  }
}

/** The worker's secrets by name; none when there is no worker yet. */
export async function findSecrets(wrangler: Wrangler, worker: string): Promise<string[]> {
  try {
    const secrets = await wrangler.json<{ name: string }[]>(["secret", "list", "--name", worker]);
    return secrets.map(({ name }) => name);
  } catch (error) {
    // Only this answer means that there is none: any other one must not lead to a new secret.
    if (error instanceof WranglerError && error.says(/Worker ".+" .*not found/)) return [];
    throw error;
  }
}

const TAKEN = /already exists|already taken|code: 10004|code: 11009/;

/** Makes what is missing; answers whether it was there after all (a listing may be cut short). */
async function createResource(
  wrangler: Wrangler,
  { kind, name }: Action,
  { location }: Pick<Settings, "location">,
): Promise<"created" | "exists"> {
  const place = location ? ["--location", location] : [];
  const commands: Record<Action["kind"], string[]> = {
    "D1 database": ["d1", "create", name, ...place, "--update-config=false"],
    "R2 bucket": ["r2", "bucket", "create", name, ...place, "--update-config=false"],
    queue: ["queues", "create", name],
  };
  try {
    await wrangler.text(commands[kind]);
    return "created";
  } catch (error) {
    if (kind !== "D1 database" && error instanceof WranglerError && error.says(TAKEN)) return "exists";
    throw error;
  }
}
