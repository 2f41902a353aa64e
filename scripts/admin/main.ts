import { parseArgs } from "node:util";
import { Problem } from "../deploy/problem.ts";
import { loadEnvFile, readOrigin, readStateFolder } from "../serve/settings.ts";
import { runningSiteUrl } from "../site/site-url.ts";
import { runCommand } from "../start/explain.ts";
import { operate } from "./operate.ts";

// npm run admin -- <username>                      makes a user of a local site an admin, whether it's running or not
// npm run admin -- --reset-two-factor <username>   turns off the second factor of a user who can't sign in any more
// npm run admin -- --read-only on|off              lets the site save nothing, and everything again

loadEnvFile();
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "reset-two-factor": { type: "string" }, "read-only": { type: "string" } },
  });
  const { "reset-two-factor": reset, "read-only": value } = values;
  const [username, ...rest] = positionals;
  if ([username, reset, value].filter((given) => given !== undefined).length !== 1 || rest.length)
    throw new Problem("✗ Name one user: npm run admin -- <username>");
  const state = readStateFolder(process.env);
  const origin = readOrigin(process.env);
  if (value === "on" || value === "off") {
    await operate({ state }, (client) => client.setReadOnly(value));
    const saved = value === "on" ? "nothing is saved any more" : "everything is saved again";
    return console.log(`Read-only mode is ${value}: within five seconds ${saved}.`);
  }
  if (value !== undefined) throw new Problem("✗ --read-only is on or off.");
  if (username !== undefined)
    return console.log(await operate({ state }, (client) => client.makeAdmin(username)));
  if (!origin && !(await runningSiteUrl(state)))
    throw new Problem(
      "✗ Set ORIGIN to the site's URL, which the mail to the user names, or start the site first.",
    );
  console.log(await operate({ state, origin }, (client) => client.resetTwoFactor(String(reset))));
});
