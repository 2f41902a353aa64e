import { sessionRoute } from "#domain/auth/api.ts";
import {
  createHostRoute,
  hostListRoute,
  rotateHostKeyRoute,
  rotateSigningKeyRoute,
} from "#domain/hosts/api.ts";
import { levelRoute } from "#domain/levels/api.ts";
import { reportQueueRoute } from "#domain/moderation/api.ts";
import {
  confirmRoute,
  twoFactorDisableRoute,
  twoFactorEnableRoute,
  twoFactorGenerateRoute,
} from "#domain/security/api.ts";
import { renameRoute, roleRoute } from "#domain/staff/api.ts";
import { grantRoute } from "#domain/transactions/api.ts";
import { type AccountOwner, createAccountOwner, PASSWORD } from "#tests/support/account-owner.ts";
import { runSql, unique } from "#tests/support/browser.ts";
import { trySendMessage } from "#tests/support/messages.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { codeAt } from "#tests/support/two-factor.ts";
import { addLevel } from "#tests/support/world.ts";

/** Staff without two-factor authentication. */
const idle = (role: "admin" | "moderator") => createAccountOwner({ role, two_factor_at: null });
const self = async (browser: AccountOwner) =>
  (await browser.call(sessionRoute)).body.user as Record<string, unknown>;

async function turnOn(browser: AccountOwner): Promise<void> {
  const code = codeAt(await browser.output(twoFactorGenerateRoute));
  await browser.output(twoFactorEnableRoute, { code });
}
const turnOff = (browser: AccountOwner) => browser.call(twoFactorDisableRoute, { password: PASSWORD });

describe("staff without two-factor authentication", () => {
  test("get two_factor_required on staff endpoints until it is on, and again once it is off", async () => {
    for (const [role, route, other] of [
      ["moderator", reportQueueRoute, hostListRoute],
      ["admin", hostListRoute, null],
    ] as const) {
      const staff = await idle(role);
      const callRoute = async () => {
        const { status, body } = await staff.call(route);
        return [status, body.code];
      };
      const NEEDED = [403, "two_factor_required"];
      expect(await callRoute()).toEqual(NEEDED);
      // Endpoints above their rank stay forbidden, even with two-factor on.
      if (other) expect((await staff.call(other)).body.code).toBe("forbidden");
      expect(await self(staff)).toMatchObject({ role: "member", needs_two_factor: true });
      await turnOn(staff);
      expect(await callRoute()).toEqual([200, undefined]);
      expect(await self(staff)).toMatchObject({ role, needs_two_factor: false });
      await turnOff(staff);
      expect(await callRoute()).toEqual(NEEDED);
    }
  });

  test("have only a member's rights elsewhere, in messages and on levels", async () => {
    const staff = await idle("moderator");
    const shy = await signedInUser({ message_privacy: 3 });
    const hidden = await addLevel((await signedInUser()).id, { visibility: "private" });
    const reach = async () => [
      (await trySendMessage(staff, shy, "Hello")).status,
      (await staff.call(levelRoute, { id: hidden })).status,
    ];
    expect(await reach()).toEqual([403, 404]);
    await turnOn(staff);
    expect(await reach()).toEqual([200, 200]);
    await turnOff(staff);
    expect(await reach()).toEqual([403, 404]);
  });

  test("can open the staff pages of their rank, which are missing for others", async () => {
    const path = "/staff/hosts";
    expect((await (await idle("admin")).fetch(path)).status).toBe(200);
    expect((await (await idle("moderator")).fetch(path)).status).toBe(404);
    expect((await (await createAccountOwner()).fetch(path)).status).toBe(404);
  });
});

describe("a sensitive staff action", () => {
  test("needs a password confirmation within the last half hour", async () => {
    const admin = await createAccountOwner({ role: "admin" });
    const [{ username }, appointed] = [await signedInUser(), await signedInUser()];
    const host = { name: "Host of a test", ip_address: "203.0.113.7", region: "weur", capacity: 10 };
    const { id } = (await admin.output(createHostRoute, host)).host;
    const sensitiveCalls = () =>
      Promise.all([
        admin.call(createHostRoute, { ...host, name: "Another host of a test" }),
        admin.call(rotateHostKeyRoute, { id }),
        admin.call(rotateSigningKeyRoute),
        admin.call(grantRoute, { username, coins: 5, reason: "A test" }),
        admin.call(roleRoute, { username: appointed.username, role: "moderator", reason: "A test" }),
        admin.call(renameRoute, { username: `calm_${unique()}`, reason: "A test" }, { params: { username } }),
      ]);
    await runSql`update sessions set confirmed_at = ${Date.now() - 31 * 60 * 1000}
      where user_id = ${admin.id}`;
    for (const { status, body } of await sensitiveCalls())
      expect([status, body.code]).toEqual([403, "confirm_needed"]);
    expect((await admin.call(confirmRoute, { password: PASSWORD })).status).toBe(200);
    for (const { status } of await sensitiveCalls()) expect([200, 201]).toContain(status);
  });
});
