import { heartbeatRoute } from "#domain/hosts/api.ts";
import { HostApi } from "#scripts/host/client.ts";
import { expect, NIGHTLY, test, unique } from "./fixtures.ts";
import { expectAccessible, expectFits } from "./look.ts";

const KEY = /^bph_\d+_[\w-]{43}$/;

test.describe("to an admin", () => {
  test.use({ as: "admin", permissions: ["clipboard-read", "clipboard-write"] });

  test("a host is registered, shows its key once, is seen to come online, and is switched off and on", async ({
    page,
    origin,
  }) => {
    const name = `Basement ${unique()}`;
    await page.goto("/staff/hosts");
    await page.getByRole("button", { name: "Register host" }).first().click();
    const window = page.getByRole("dialog", { name: "Register a game host" });
    await window.getByRole("button", { name: "Register host" }).click();
    await expect(window.getByText("Name is required.")).toBeVisible();
    await expect(window.getByLabel("Name")).toBeFocused();
    await window.getByLabel("Name").fill(name);
    await window.getByLabel("Address").fill("not an address");
    await window.getByLabel("Region").selectOption("Oceania");
    await window.getByLabel("Capacity").fill("40");
    await expectFits(page);
    await expectAccessible(page);
    await window.getByRole("button", { name: "Register host" }).click();
    await expect(window.getByText("Address must be an IP address or a name")).toBeVisible();
    await window.getByLabel("Address").fill("127.0.0.1:7789");
    await window.getByRole("button", { name: "Register host" }).click();

    const shown = page.getByRole("alertdialog", { name: `The key of ${name}` });
    await expect(shown).toContainText("it will not be shown again");
    await expectFits(page);
    await expectAccessible(page);
    // It does not close by accident before it was copied.
    await page.keyboard.press("Escape");
    await expect(shown).toBeVisible();
    const key = (await shown.getByRole("code").textContent()) ?? "";
    expect(key).toMatch(KEY);
    await shown.getByRole("button", { name: "Copy key" }).click();
    await expect(page.getByText("The key has been copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await shown.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText(key)).toHaveCount(0);

    const row = page.getByRole("row").filter({ hasText: name });
    await expect(row).toContainText("127.0.0.1:7789");
    await expect(row).toContainText("Oceania");
    await expect(row).toContainText("Silent");
    await expect(row).toContainText("Not heard from yet");
    await expect(row).toContainText("0 of 40");
    const api = new HostApi(origin, key);
    await api.say(heartbeatRoute, { players: [] });
    await expect(row).toContainText("Online", { timeout: 15_000 });
    await expectFits(page);
    await expectAccessible(page);

    const act = async (label: string) => {
      await row.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: label }).click();
    };
    await act("Switch off…");
    const off = page.getByRole("alertdialog", { name: `Switch ${name} off?` });
    await off.getByRole("button", { name: "Switch off" }).click();
    await expect(page.getByText(`${name} is switched off.`)).toBeVisible();
    await expect(row).toContainText("Switched off");
    await expect(api.self()).rejects.toMatchObject({ code: "host_disabled" });
    await act("Switch on");
    await expect(page.getByText(`${name} is switched on.`)).toBeVisible();
    expect((await api.self()).host.name).toBe(name);
    // So that nobody is sent to where nothing is.
    await act("Switch off…");
    await off.getByRole("button", { name: "Switch off" }).click();
    await expect(row).toContainText("Takes nobody in");
  });

  test(
    "a host is edited, and given a new key that makes the one before worthless",
    NIGHTLY,
    async ({ page, api, origin }) => {
      const name = `Attic ${unique()}`;
      const { key } = await api.post<{ key: string }>("/api/staff/hosts", {
        ...{ name, ip_address: "127.0.0.1:7788", region: "weur", capacity: 5 },
      });
      await page.goto("/staff/hosts");
      const row = page.getByRole("row").filter({ hasText: name });
      await row.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
      const window = page.getByRole("dialog", { name: `Edit ${name}` });
      await expect(window.getByLabel("Address")).toHaveValue("127.0.0.1:7788");
      await window.getByLabel("Capacity").fill("7");
      await window.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText(`${name} is saved.`)).toBeVisible();
      await expect(row).toContainText("0 of 7");

      await row.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: "New key…" }).click();
      const sure = page.getByRole("alertdialog", { name: `Give ${name} a new key?` });
      await expect(sure).toContainText("stops working at once");
      await sure.getByRole("button", { name: "Make a new key" }).click();
      const shown = page.getByRole("alertdialog", { name: `The key of ${name}` });
      const fresh = (await shown.getByRole("code").textContent()) ?? "";
      expect(fresh).toMatch(KEY);
      await expect(new HostApi(origin, key).self()).rejects.toMatchObject({ code: "host_key" });
      expect((await new HostApi(origin, fresh).self()).host).toMatchObject({ name, capacity: 7 });
    },
  );

  test("the key of join tokens is changed, and the one before is taken for ten more minutes", async ({
    page,
    api,
  }) => {
    const kids = async () =>
      (await api.get<{ keys: { kid: string }[] }>("/.well-known/jwks.json")).keys.map(({ kid }) => kid);
    const [before = ""] = await kids();
    await page.goto("/staff/hosts");
    const keys = page.getByRole("table", { name: "Signing keys" });
    await expect(keys.getByRole("row").nth(1)).toContainText(before);
    await page.getByRole("button", { name: "Change key" }).click();
    const sure = page.getByRole("alertdialog", { name: "Sign with a new key?" });
    await sure.getByRole("button", { name: "Change key" }).click();
    await expect(page.getByText("Join tokens are signed with a new key now.")).toBeVisible();
    await expect(keys.getByRole("row").nth(1)).toContainText("Signs join tokens");
    await expect(keys.getByRole("row").nth(1)).not.toContainText(before);
    await expect(keys.getByRole("row").filter({ hasText: before })).toContainText("Taken until");
    expect((await kids())[1]).toBe(before);
  });
});

for (const as of ["bobby", "moderator"]) {
  test.describe(`to ${as}`, () => {
    test.use({ as });

    test("there is no page of hosts", async ({ page, complaints }) => {
      complaints.expect(/404 GET .*\/staff\/hosts$/);
      await page.goto("/staff/hosts");
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Game hosts");
    });
  });
}
