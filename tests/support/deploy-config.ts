import { type Config, productionConfig } from "#scripts/deploy/config.ts";
import { checkSettings, type Settings } from "#scripts/deploy/settings.ts";

/** The configuration that the build writes. */
export const builtConfig: Config = {
  configPath: "/somewhere/wrangler.toml",
  name: "bopolis",
  main: "index.js",
  assets: { directory: "../client", binding: "ASSETS" },
  vars: {},
  workflows: [],
  build: { command: "node prepare.mjs" },
  version_metadata: { binding: "VERSION" },
  preview_urls: false,
  send_email: [],
  d1_databases: [
    { binding: "DB", database_name: "bopolis", migrations_dir: "../../migrations" },
    {
      binding: "DB_FORUM",
      database_name: "bopolis-forum",
      migrations_dir: "../../migrations/forum",
    },
    {
      binding: "DB_PLAY",
      database_name: "bopolis-play",
      migrations_dir: "../../migrations/play",
    },
  ],
  r2_buckets: [{ binding: "BUCKET", bucket_name: "bopolis" }],
  queues: {
    producers: [{ binding: "RENDERS", queue: "bopolis-renders" }],
    consumers: [
      { queue: "bopolis-renders", dead_letter_queue: "bopolis-renders-dead" },
      { queue: "bopolis-renders-dead" },
    ],
  },
  durable_objects: { bindings: [{ name: "THROTTLE", class_name: "Throttle" }] },
  migrations: [{ tag: "v1", new_sqlite_classes: ["Throttle"] }],
  ratelimits: [{ name: "WRITE_LIMIT", namespace_id: "1001", simple: { limit: 1, period: 60 } }],
};
const place = { from: "/site/dist/bopolis/wrangler.json", to: "/site/.bopolis/deploy/wrangler.json" };
/** Checked settings of a deployment. */
export const deploySettings = (own: Partial<Settings> = {}): Settings => checkSettings(own, {});
/** The configuration that a deployment generates from them. */
export const deployConfig = (own: Partial<Settings> = {}) =>
  productionConfig(builtConfig, deploySettings(own), place);
