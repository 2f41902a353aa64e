import { join } from "node:path";
import { writeDevVars } from "../dev/dev-vars.ts";
import { root } from "../run-script.mjs";
import { prepareState } from "../site/prepare.ts";
import { localSecrets } from "../site/secrets.ts";
import { runCommand } from "../start/explain.ts";

/** Where `wrangler dev` stores its data: a site of its own, so it never opens the databases of a running one. */
const state = join(root, ".wrangler/state");

await runCommand(async () => {
  await prepareState(state);
  writeDevVars({}, localSecrets(state));
});
