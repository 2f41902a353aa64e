import type { Config } from "./config.ts";
import type { DatabaseLocation, Settings } from "./settings.ts";

/** The name of the deployment next to the database. */
export const nearName = (worker: string): string => `${worker}-near`;

/**
 * Cloud regions in the middle of D1's locations. Cloudflare runs a worker where the network is nearest to such a region, and
 * doesn't take its own locations for that.
 */
const CLOUD_REGIONS: Record<DatabaseLocation, string> = {
  weur: "aws:eu-central-1",
  eeur: "gcp:europe-central2",
  apac: "aws:ap-southeast-1",
  oc: "aws:ap-southeast-2",
  wnam: "aws:us-west-1",
  enam: "aws:us-east-1",
};

/** Returns where the deployment next to a database runs; null if the settings or an unknown location rule it out. */
export function nearPlacement(
  { near, placement }: Pick<Settings, "near" | "placement">,
  location: DatabaseLocation | null,
): Config["placement"] | null {
  // The whole worker is next to the database then.
  if (near === "off" || placement === "smart" || location === null) return null;
  if (near === "smart") return { mode: "smart" };
  return { region: near === "auto" ? CLOUD_REGIONS[location] : near };
}

/** Describes that placement for the operator. */
export function describeNear(
  settings: Pick<Settings, "near" | "placement">,
  location: DatabaseLocation | null,
): string {
  const placement = nearPlacement(settings, location);
  if (placement)
    return "region" in placement ? `at ${placement.region}` : "where Cloudflare measures that it's fastest";
  if (settings.near === "off") return "off: `near` is off";
  if (settings.placement === "smart")
    return "off: `placement` is smart, so the whole worker is near the database";
  return "off: the location of the database is unknown. Set `location`";
}

/** Returns the configuration with the location of its database. */
export const withLocation = (config: Config, location: DatabaseLocation | null): Config =>
  location ? { ...config, vars: { ...config.vars, DATABASE_LOCATION: location } } : config;

/** Returns a worker's configuration with its binding to the deployment next to the database. `props` prove who calls. */
export const withNear = (config: Config): Config => ({
  ...config,
  services: [{ binding: "NEAR", service: nearName(config.name), props: { caller: config.name } }],
});

/**
 * Returns the configuration of the deployment next to the database, from that of the worker: the same build, files and database,
 * and its objects. It has no URL, no consumers and no secrets: requests bring those.
 */
export function nearConfig(config: Config, placement: NonNullable<Config["placement"]>): Config {
  const { routes: _, triggers: _triggers, migrations: _migrations, services: _services, ...shared } = config;
  return {
    ...shared,
    name: nearName(config.name),
    workers_dev: false,
    preview_urls: false,
    placement,
    vars: { ...config.vars, NEAR_OF: config.name },
    queues: { producers: config.queues?.producers ?? [] },
    durable_objects: {
      bindings: (config.durable_objects?.bindings ?? []).map((binding) => ({
        ...binding,
        script_name: config.name,
      })),
    },
  };
}

interface NumberedVersion {
  id: string;
  metadata: { created_on: string };
}

/**
 * Returns the version next to the database that belongs to a version of the worker: the newest one that was uploaded before the
 * worker's next version. Null if there's none, or if the worker's version is too old to be listed.
 */
export function nearVersionOf(
  version: string,
  workers: readonly NumberedVersion[],
  near: readonly NumberedVersion[],
): string | null {
  const at = ({ metadata }: NumberedVersion) => Date.parse(metadata.created_on);
  const byTime = (a: NumberedVersion, b: NumberedVersion) => at(a) - at(b);
  const sorted = workers.toSorted(byTime);
  const index = sorted.findIndex(({ id }) => id === version);
  if (index < 0) return null;
  const next = sorted[index + 1];
  return near.toSorted(byTime).findLast((one) => !next || at(one) < at(next))?.id ?? null;
}
