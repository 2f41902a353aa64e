import { sessionRoute } from "#domain/auth/api.ts";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { addUser, Browser, type TestResponse } from "#tests/support/browser.ts";
import { signUpInput } from "#tests/support/sign-up.ts";

const rowsWritten = (response: TestResponse) => response.cost.written;
const errorsOf = (response: TestResponse) => response.body.errors as Record<string, string[]>;

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
    const response = await browser.call(updateAccountRoute, { theme_id });
    expect(response.status).toBe(422);
    expect(errorsOf(response)).toEqual({ theme_id: ["Theme must be one of the site's."] });
    expect(rowsWritten(response)).toBe(0);
  });

  test("is required in an update", async () => {
    const browser = await Browser.signedIn(await addUser());
    expect((await browser.call(updateAccountRoute)).status).toBe(422);
  });
});
