import { sessionRoute } from "#domain/auth/api.ts";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { addUser, Browser } from "#tests/support/browser.ts";
import { signUpInput } from "#tests/support/sign-up.ts";

describe("the theme of an account", () => {
  test.each([
    ["seafoam", 4],
    ["contrast", 5],
    ["device", 6],
    ['"><script>', 1],
    [undefined, 1],
  ])("is the one chosen on the device at first: %j", async (cookie, theme_id) => {
    const browser = await Browser.visitor();
    if (cookie) browser.cookies.set("bopolis_theme", cookie);
    expect((await browser.call(registerRoute, signUpInput({}))).body.user).toMatchObject({ theme_id });
  });

  test("is one of the site's five, or the device's, and is stored", async () => {
    const browser = await Browser.signedIn(await addUser());
    for (const theme_id of [5, 6, 1]) {
      expect((await browser.call(updateAccountRoute, { theme_id })).status).toBe(200);
      expect((await browser.call(sessionRoute)).body.user).toMatchObject({ theme_id });
    }
  });

  test.each([0, 7, -1, 1.5, "2", null, true, [1], {}, 1e99])("can't be %j", async (theme_id) => {
    const browser = await Browser.signedIn(await addUser());
    const { status, body, cost } = await browser.call(updateAccountRoute, { theme_id });
    expect([status, cost.written]).toEqual([422, 0]);
    expect(body.errors).toEqual({ theme_id: ["Theme must be one of the site's."] });
  });
});
