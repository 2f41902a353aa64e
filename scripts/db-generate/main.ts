import { root } from "../run-script.mjs";
import { generateMigrations } from "./generate-migration.ts";

const HELP = `npm run db:generate -- --name NAME

Writes the next migration of each database: what changed in its folders of db/schema (drizzle-kit), db/search and
db/triggers. Writes nothing without changes. Other arguments go to drizzle-kit.`;

const args = process.argv.slice(2);
if (args.includes("--help") || args.includes("-h")) console.log(HELP);
else process.exitCode = await generateMigrations(root, args);
