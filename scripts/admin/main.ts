import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Problem } from "../deploy/problem.ts";
import { callOperator } from "../serve/operator-socket.ts";
import { withStoppedSite } from "../serve/serve-site.ts";
import { loadEnvFile, readStateFolder } from "../serve/settings.ts";
import { explain } from "../start/explain.ts";
import { makeAdmin } from "./make-admin.ts";

// npm run admin -- <username>    makes a user of a self-hosted site an admin, whether it's running or not

loadEnvFile();
try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [username, ...rest] = positionals;
  if (!username || rest.length) throw new Problem("✗ Name one user: npm run admin -- <username>");
  const state = readStateFolder(process.env);
  if (!existsSync(join(state, "secrets.json"))) throw new Problem(`✗ No site has its data in ${state}.`);
  const message = await callOperator(state, { username });
  console.log(message ?? (await withStoppedSite(state, ({ d1 }) => makeAdmin(d1, username))));
} catch (error) {
  console.error(error instanceof Problem ? error.message : explain(error));
  process.exitCode = 1;
}
