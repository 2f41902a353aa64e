import { parseArgs } from "node:util";
import { buildSite } from "../site/build.ts";
import { explain } from "../start/explain.ts";
import { type ServedSite, serveSite } from "./serve-site.ts";
import { loadEnvFile, readServeSettings } from "./settings.ts";

// npm run serve               runs the site in production mode. Settings: docs/self-hosting.md
// npm run serve -- --build    only builds it
// npm run serve -- --built    uses the build as it is, as the container's image does

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
// Setup needs no clean exit: the next start repeats it.
for (const signal of SIGNALS) process.once(signal, () => process.exit(0));

/** Stops the site at the first signal. Replaces miniflare's own handlers, which would end open requests. */
function stopAtSignal(site: ServedSite): void {
  let stopping = false;
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      site.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}

try {
  const { values } = parseArgs({ options: { build: { type: "boolean" }, built: { type: "boolean" } } });
  if (values.build) {
    await buildSite();
    process.exit(0);
  }
  loadEnvFile();
  const settings = readServeSettings(process.env);
  if (!values.built) await buildSite();
  const site = await serveSite(settings);
  stopAtSignal(site);
  console.log(`${settings.origin} is served at ${site.url}. Its data is in ${settings.state}.`);
  if (!settings.smtpUrl)
    console.log(
      "No mails are sent: set SMTP_URL and MAIL_FROM, so people can confirm addresses and reset passwords.",
    );
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
