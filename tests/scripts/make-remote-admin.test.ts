import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { CloudflareApi } from "#scripts/deploy/cloudflare-api.ts";
import { RemoteDatabase } from "#scripts/deploy/database.ts";
import { makeRemoteAdmin } from "#scripts/deploy/operations.ts";
import { Problem } from "#scripts/deploy/problem.ts";
import { Wrangler } from "#scripts/deploy/wrangler.ts";
import { root } from "#scripts/run-script.mjs";
import { readMigrations } from "#scripts/site/read-migrations.ts";
import { CloudflareStandIn } from "#tests/stand-ins/cloudflare/cloudflare-stand-in.ts";
import { standInWrangler } from "#tests/support/stand-in-wrangler.ts";

const NOW = 1_900_000_000_000;
const cloudflare = new CloudflareStandIn();
let account: { database: DatabaseSync };
let database: RemoteDatabase;

beforeAll(async () => {
  for (const [name, value] of Object.entries(await cloudflare.start())) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await cloudflare.stop();
});
beforeEach(() => {
  const { uuid, sqlite } = cloudflare.addDatabase("bopolis");
  account = { database: sqlite };
  const wrangler = new Wrangler(standInWrangler(cloudflare));
  const own = { id: cloudflare.account, api: new CloudflareApi(wrangler), wrangler };
  database = new RemoteDatabase(own, "bopolis", uuid);
  for (const { sql } of readMigrations(join(root, "migrations")).migrations)
    account.database.exec(sql.replaceAll("--> statement-breakpoint", ""));
  account.database.exec(`insert into users (id, username, email, password_hash, created_at, role, role_since, role_by, deleted_at)
    values (1, 'Ada', 'a', '', 1, 'member', null, null, null), (2, 'Ben', 'b', '', 1, 'admin', 5, 1, null),
      (3, 'Gone', 'c', '', 1, 'member', null, null, 9), (4, 'Mo', 'd', '', 1, 'moderator', 5, 2, null)`);
});

const roleOf = (id: number) =>
  account.database.prepare("select role, role_since, role_by from users where id = ?").get(id);
const auditLog = () =>
  account.database
    .prepare("select action, subject_id, reason, before, after, created_at from audit_log")
    .all();

describe("making a user of a deployed site an admin", () => {
  test.each([
    ["ada", 1, "member"],
    ["Mo", 4, "moderator"],
  ])("gives %s the role and records it in the audit log", async (name, id, before) => {
    expect(await makeRemoteAdmin(database, name, NOW)).toMatch(
      /is an admin as soon as they turn on two-factor/,
    );
    expect(roleOf(id)).toEqual({ role: "admin", role_since: NOW, role_by: null });
    expect(auditLog()).toEqual([
      {
        action: "user.role",
        subject_id: String(id),
        reason: "By the site's operator, with npm run deploy -- --make-admin",
        before: JSON.stringify({ role: before }),
        after: '{"role":"admin"}',
        created_at: NOW,
      },
    ]);
  });

  test("changes nothing for an admin", async () => {
    await makeRemoteAdmin(database, "Ben", NOW);
    expect(roleOf(2)).toEqual({ role: "admin", role_since: 5, role_by: 1 });
    expect(auditLog()).toEqual([]);
  });

  test.each(["Gone", "Unknown", "a'b; drop table users", ""])(
    "rejects %j, who isn't a user",
    async (name) => {
      await expect(makeRemoteAdmin(database, name, NOW)).rejects.toThrow(Problem);
      expect(roleOf(3)?.role).toBe("member");
      expect(auditLog()).toEqual([]);
    },
  );
});
