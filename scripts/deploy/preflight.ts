import { logStep } from "../log.ts";
import { adviceFor } from "./advice-for.ts";
import { type CloudflareApi, CloudflareError } from "./cloudflare-api.ts";
import type { Config } from "./config.ts";
import { Problem, throwProblems } from "./problem.ts";
import type { Settings } from "./settings.ts";

interface Named {
  id: string;
  name: string;
}

/** The databases of an account on Workers Free. */
const FREE_DATABASES = 10;

/** Chooses the account to deploy to. Throws a Problem if it isn't clear. */
export async function findAccount(api: CloudflareApi, { account_id }: Pick<Settings, "account_id">) {
  const accounts = await api.list<Named>("/accounts");
  const lines = accounts.map(({ id, name }) => `  ${id}  ${name}`);
  const [only] = accounts;
  if (!account_id && only && accounts.length === 1) return only;
  if (!account_id)
    throw new Problem(
      "✗ Choose an account (`account_id` in deploy.config.json or CLOUDFLARE_ACCOUNT_ID):",
      ...lines,
    );
  const chosen = accounts.find(({ id }) => id === account_id);
  // A token can have access to an account without being allowed to list it.
  if (!chosen && only)
    throw new Problem(`✗ You don't have access to account ${account_id}. You have access to:`, ...lines);
  return chosen ?? { id: account_id, name: account_id };
}

/** Resources that an account already has. */
interface Found {
  databases: readonly string[];
  buckets: readonly string[];
  queues: readonly string[];
  /** The names of the worker's secrets; null before the first deployment. */
  secrets: readonly string[] | null;
}

/** Returns the names of the queues of a configuration. */
export const queuesOf = ({ queues: { producers, consumers } }: Pick<Config, "queues">): string[] => [
  ...new Set(
    [...producers, ...consumers].flatMap((each) => [
      each.queue,
      ...("dead_letter_queue" in each && each.dead_letter_queue ? [each.dead_letter_queue] : []),
    ]),
  ),
];

/**
 * Checks plan, permissions and everything that Cloudflare can refuse, without creating anything. Throws all problems together, each
 * with what to do. Returns what the account already has.
 */
export async function preflight(api: CloudflareApi, account: string, config: Config, settings: Settings) {
  const problems: string[] = [];
  /** Returns the result of a read. What is refused is noted with the permission that the read needs. */
  const read = async <Result>(permission: string, empty: Result, work: () => Promise<Result>) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CloudflareError)) throw error;
      const lacks = error.status === 401 || error.status === 403;
      const advice = adviceFor(error.message);
      const isPermission = !advice || advice.startsWith("A permission");
      problems.push(
        lacks && isPermission
          ? `The sign-in lacks a permission: ${permission}. (${error.message.split("\n")[0]})`
          : `${error.message.split("\n")[0]}${advice ? ` ${advice}` : ""}`,
      );
      return empty;
    }
  };
  const of = `/accounts/${account}`;
  const plan = await planOf(api, account);
  const databases = await read("D1: Edit", [], () => api.list<{ name: string }>(`${of}/d1/database`));
  const buckets: string[] = [];
  for (const { bucket_name } of config.r2_buckets)
    if (await read("Workers R2 Storage: Edit", null, () => api.find(`${of}/r2/buckets/${bucket_name}`)))
      buckets.push(bucket_name);
  const queues = await read("Queues: Edit", [], () => api.list<{ queue_name: string }>(`${of}/queues`));
  const secrets = await read("Workers Scripts: Edit", null, () =>
    api.find<{ name: string }[]>(`${of}/workers/scripts/${settings.name}/secrets`),
  );
  if (settings.domains.length === 0)
    await read("Workers Scripts: Edit", null, () => api.call("GET", `${of}/workers/subdomain`));
  if (settings.analytics_share > 0)
    await read("Account Analytics: Read", null, () => checkAnalytics(api, account));
  for (const domain of settings.domains) {
    const zone = await read("Zone: Read", null, () => findZone(api, domain));
    if (zone === null)
      problems.push(
        `${domain} isn't in a zone of this account. Add the zone in the dashboard, or remove it from \`domains\`.`,
      );
  }
  if (settings.mail_from)
    problems.push(
      ...(await read("Email Sending: Read", [], () => mailProblems(api, settings.mail_from ?? ""))),
    );

  const names = new Set(databases.map(({ name }) => name));
  const missing = config.d1_databases.filter(({ database_name }) => !names.has(database_name));
  if (plan === "free" && names.size + missing.length > FREE_DATABASES)
    problems.push(
      `Workers Free allows ${FREE_DATABASES} D1 databases, and the account has ${names.size}: ${missing.length} more don't fit. ${adviceFor("7406")}`,
    );
  if (plan === "free")
    problems.push(
      "The plan is Workers Free, which ends a request after 10 ms of CPU; checking a password takes 200 ms, so no one could sign in. Choose Workers Paid ($5 a month) under Workers & Pages → Plans.",
    );
  throwProblems(problems);
  logStep("plan", plan ? "Workers Paid" : "can't be read with this sign-in; it must be Workers Paid");
  logStep("permissions", "everything that is needed can be read");
  return {
    databases: [...names],
    buckets,
    queues: queues.map(({ queue_name }) => queue_name),
    secrets: secrets?.map(({ name }) => name) ?? null,
  };
}

/** Returns the account's plan; null if the sign-in may not read it, as that of `wrangler login`. */
async function planOf(api: CloudflareApi, account: string): Promise<"paid" | "free" | null> {
  try {
    const all = await api.list<{ rate_plan?: { id?: string } }>(`/accounts/${account}/subscriptions`);
    return all.some(({ rate_plan }) => /workers.*(paid|ent|standard|unbound)/i.test(rate_plan?.id ?? ""))
      ? "paid"
      : "free";
  } catch (error) {
    if (error instanceof CloudflareError && error.status < 500) return null;
    throw error;
  }
}

/** Throws an error with the code of a deployment if Analytics Engine isn't enabled. */
async function checkAnalytics(api: CloudflareApi, account: string): Promise<void> {
  const path = `/accounts/${account}/analytics_engine/sql?query=SHOW%20TABLES`;
  await api.call("GET", path).catch((error: unknown) => {
    if (!(error instanceof CloudflareError) || error.codes.includes(10_000)) throw error;
    throw new CloudflareError(path, error.status, [{ code: 10_089, message: "no Analytics Engine" }]);
  });
}

/** Returns the zone of a host name; null if it has none. */
async function findZone(api: CloudflareApi, host: string): Promise<Named | null> {
  const parts = host.split(".");
  for (let i = 0; i < parts.length - 1; i++) {
    const [zone] = await api.list<Named>(`/zones?name=${parts.slice(i).join(".")}`);
    if (zone) return zone;
  }
  return null;
}

/** Returns the reason why no mail can be sent from an sender. */
async function mailProblems(api: CloudflareApi, sender: string): Promise<string[]> {
  const domain = sender.slice(sender.indexOf("@") + 1);
  const zone = await findZone(api, domain);
  const path = zone && `/zones/${zone.id}/email/sending/subdomains`;
  const senders = path ? await api.call<{ name: string; enabled?: boolean }[]>("GET", path) : [];
  const isReady = senders.some(({ name, enabled }) => name === domain && enabled !== false);
  return isReady ? [] : [`Mail from ${sender} would be refused. ${adviceFor("email not onboarded")}`];
}

/**
 * Creates what the account lacks. Wrangler would create databases and the bucket itself when it deploys, but without a location, and
 * only after the migrations that need them.
 */
export async function createResources(
  api: CloudflareApi,
  account: string,
  config: Config,
  found: Found,
  { location }: Pick<Settings, "location">,
): Promise<void> {
  const of = `/accounts/${account}`;
  const create = async (label: string, exists: boolean, path: string, body: object) => {
    if (!exists) await api.call("POST", `${of}${path}`, body);
    logStep(label, exists ? "exists" : "created");
  };
  for (const { database_name: name } of config.d1_databases)
    await create(`database ${name}`, found.databases.includes(name), "/d1/database", {
      name,
      ...(location && { primary_location_hint: location }),
    });
  for (const { bucket_name: name } of config.r2_buckets)
    await create(`bucket ${name}`, found.buckets.includes(name), "/r2/buckets", {
      name,
      ...(location && { locationHint: location }),
    });
  for (const queue_name of queuesOf(config))
    await create(`queue ${queue_name}`, found.queues.includes(queue_name), "/queues", { queue_name });
}
