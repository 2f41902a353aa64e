import { parseArgs } from "node:util";
import { buildSite } from "../site/build.ts";
import { explain, runCommand } from "../start/explain.ts";
import { serveSite } from "./serve-site.ts";
import { loadEnvFile, readServeSettings } from "./settings.ts";

// npm run serve               runs the site in production mode. Settings: docs/self-hosting.md
// npm run serve -- --build    only builds it
// npm run serve -- --built    uses the build as it is, as the container's image does

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
// Setup needs no clean exit: the next start repeats it.
for (const signal of SIGNALS) process.once(signal, () => process.exit(0));

await runCommand(async () => {
  const { values } = parseArgs({ options: { build: { type: "boolean" }, built: { type: "boolean" } } });
  loadEnvFile();
  // Mistakes come before the build.
  const settings = values.build ? null : readServeSettings(process.env);
  if (!values.built) await buildSite();
  if (!settings) return;
  const site = await serveSite(settings);
  const stop = () =>
    site.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explain(error));
        process.exit(1);
      },
    );
  for (const signal of SIGNALS) {
    // Replaces miniflare's own handlers, which would end open requests. A second signal changes nothing.
    process.removeAllListeners(signal);
    process.on(signal, () => undefined).once(signal, stop);
  }
  console.log(`${settings.origin} is served at ${site.url}. Its data is in ${settings.state}.`);
  if (!settings.smtpUrl)
    console.log(
      "No mails are sent: set SMTP_URL and MAIL_FROM, so people can confirm addresses and reset passwords.",
    );
});
// An open handle of a failed start must not hold the process.
if (process.exitCode) process.exit();
