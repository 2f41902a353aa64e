import { parseArgs } from "node:util";
import { Problem } from "../deploy/problem.ts";
import { callOperator } from "../serve/operator-socket.ts";
import { operateStopped } from "../serve/serve-site.ts";
import { loadEnvFile, readOrigin, readStateFolder } from "../serve/settings.ts";
import { findDatabaseFile } from "../site/database-file.ts";
import { runCommand } from "../start/explain.ts";

// npm run admin -- <username>                      makes a user of a self-hosted site an admin, whether it's running or not
// npm run admin -- --reset-two-factor <username>   turns off the second factor of a user who can't sign in any more

loadEnvFile();
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "reset-two-factor": { type: "boolean" } },
  });
  const isReset = values["reset-two-factor"] === true;
  const [username, ...rest] = positionals;
  if (!username || rest.length)
    throw new Problem(`✗ Name one user: npm run admin -- ${isReset ? "--reset-two-factor " : ""}<username>`);
  const state = readStateFolder(process.env);
  if (!findDatabaseFile(state)) throw new Problem(`✗ No site has its data in ${state}.`);
  const call = isReset ? { reset_two_factor: username } : { username };
  const origin = readOrigin(process.env);
  const message = await callOperator(state, call);
  if (message === null && isReset && !origin)
    throw new Problem(
      "✗ Set ORIGIN to the site's URL, which the mail to the user names, or start the site first.",
    );
  console.log(message ?? (await operateStopped({ state, origin }, call)));
});
