import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Problem } from "../deploy/problem.ts";
import { root } from "../run-script.mjs";
import { buildSite } from "../site/build.ts";
import { explain } from "../start/explain.ts";
import { type ServedSite, serveSite } from "./serve-site.ts";
import { readServeSettings } from "./settings.ts";

// npm run serve               runs the site in production mode. Settings: docs/self-hosting.md
// npm run serve -- --build    only builds it
// npm run serve -- --built    uses the build as it is, as the container's image does

const { values } = parseArgs({ options: { build: { type: "boolean" }, built: { type: "boolean" } } });
if (values.build) {
  await buildSite();
  process.exit(0);
}
const file = join(root, ".env");
// The environment takes precedence over the file.
if (existsSync(file)) process.loadEnvFile(file);

let site: ServedSite | undefined;
let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    // Setup needs no clean exit: the next start repeats it.
    if (!site) process.exit(0);
    if (stopping) return;
    stopping = true;
    void site.stop().finally(() => process.exit(0));
  });

try {
  const settings = readServeSettings(process.env);
  if (!values.built) await buildSite();
  site = await serveSite(settings);
  console.log(`${settings.origin} is served at ${site.url}. Its data is in ${settings.state}.`);
  if (!settings.smtpUrl)
    console.log(
      "No mails are sent: set SMTP_URL and MAIL_FROM, so people can confirm addresses and reset passwords.",
    );
} catch (error) {
  console.error(error instanceof Problem ? error.message : explain(error));
  process.exit(1);
}
