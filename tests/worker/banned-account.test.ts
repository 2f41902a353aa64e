import { logoutRoute, sessionRoute } from "#domain/auth/api.ts";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { favoriteLevelRoute, levelRoute } from "#domain/levels/api.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { addUser, Browser } from "#tests/support/browser.ts";
import { addMember, signUpInput } from "#tests/support/sign-up.ts";
import { submitPassword } from "#tests/support/two-factor.ts";
import { addLevel } from "#tests/support/world.ts";

describe("a banned account", () => {
  const REASON = "Selling levels";

  test("reads and signs out; every write is rejected with the reason and the end of the ban", async () => {
    const until = Date.UTC(2099, 0, 2, 15, 4);
    const user = await addMember({ banned_at: 1, banned_until: until, ban_reason: REASON });
    const browser = await Browser.signedIn(user);
    const level = await addLevel((await addUser()).id);
    expect((await browser.call(levelRoute, { id: level })).status).toBe(200);
    expect((await browser.call(sessionRoute)).body.user).toMatchObject({
      banned: { reason: REASON, until: "2099-01-02T15:04:00.000Z" },
    });
    for (const response of [
      await browser.call(favoriteLevelRoute, { id: level }),
      await browser.call(updateAccountRoute, { theme_id: 2 }),
      await browser.call(registerRoute, signUpInput()),
    ]) {
      const message = `Your account is banned until 01/02/2099 03:04 PM UTC. Reason: ${REASON}`;
      expect(response).toMatchObject({
        status: 403,
        body: { code: "banned", message },
        cost: { written: 0 },
      });
    }
    expect((await browser.call(logoutRoute)).status).toBe(200);
  });

  test("gets the ban as its error even when its input is invalid", async () => {
    const browser = await Browser.signedIn(await addMember({ banned_at: 1, ban_reason: REASON }));
    const response = await browser.call(updateAccountRoute, { theme_id: 99 });
    expect(response.status).toBe(403);
    expect(response.body.message).toBe(`Your account is banned permanently. Reason: ${REASON}`);
  });

  test("signs in and gets the reason for its ban", async () => {
    const { username } = await addMember({ banned_at: 1, ban_reason: REASON });
    const response = await submitPassword(await Browser.visitor(), username);
    expect(response.body.user).toMatchObject({ banned: { reason: REASON, until: null } });
  });

  test("is an ordinary account again once the ban is over", async () => {
    const browser = await Browser.signedIn(await addMember({ banned_at: 1, banned_until: Date.now() - 1 }));
    expect((await browser.call(updateAccountRoute, { theme_id: 2 })).status).toBe(200);
    expect((await browser.call(sessionRoute)).body.user).toMatchObject({ banned: null });
  });
});
