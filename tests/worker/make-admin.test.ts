import { runSql, testEnv } from "#tests/support/browser.ts";
import { addMember } from "#tests/support/sign-up.ts";
import { makeAdmin } from "#worker/operator/make-admin.ts";

const NOW = 1_900_000_000_000;
const roleOf = (id: number) => runSql`select role, role_since, role_by from users where id = ${id}`;
const auditLog = (id: number) =>
  runSql`select reason, before, after, created_at from audit_log
    where subject_type = 'user' and subject_id = ${String(id)} and action = 'user.role'`;

describe("making a user of a self-hosted site an admin", () => {
  test("gives the role and records it in the audit log, once", async () => {
    const { id, username } = await addMember();
    for (const now of [NOW, NOW + 1]) await makeAdmin(testEnv.DB, username, now);
    expect(await roleOf(id)).toEqual([{ role: "admin", role_since: NOW, role_by: null }]);
    expect(await auditLog(id)).toEqual([
      {
        reason: "By the site's operator, with npm run admin",
        before: '{"role":"member"}',
        after: '{"role":"admin"}',
        created_at: NOW,
      },
    ]);
  });

  test("rejects a deleted account", async () => {
    const { id, username } = await addMember();
    await runSql`update users set deleted_at = 1 where id = ${id}`;
    expect(await makeAdmin(testEnv.DB, username, NOW)).toBeNull();
    expect(await roleOf(id)).toMatchObject([{ role: "member" }]);
    expect(await auditLog(id)).toEqual([]);
  });
});
