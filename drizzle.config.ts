import { join } from "node:path";
import { defineConfig } from "drizzle-kit";

/** The database's folder (db/databases.ts), which scripts/db-generate sets. */
const folder = process.env.DATABASE_FOLDER ?? "";

export default defineConfig({
  dialect: "sqlite",
  schema: `./${join("db/schema", folder, "index.ts")}`,
  out: `./${join("migrations", folder)}`,
});
