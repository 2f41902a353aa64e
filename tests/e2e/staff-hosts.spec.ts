import { heartbeatRoute } from "#domain/hosts/api.ts";
import { HostApi } from "#scripts/host/host-api.ts";
import { expectFitsAndAccessible } from "./expect-accessible.ts";
import { expect, test, uniqueWord } from "./test.ts";

// More states of the page, and who has it: tests/ui/staff-hosts.test.ts.

const KEY = /^bph_\d+_[\w-]{43}$/;

test.describe("for an admin", () => {
  test.use({ as: "admin", permissions: ["clipboard-read", "clipboard-write"] });

  test("a host is registered, shows its key once, and is switched off and on", async ({ page, origin }) => {
    const name = `Basement ${uniqueWord()}`;
    await page.goto("/staff/hosts");
    await page.getByRole("button", { name: "Register host" }).first().click();
    const modal = page.getByRole("dialog", { name: "Register a game host" });
    await modal.getByRole("button", { name: "Register host" }).click();
    await expect(modal.getByText("Name is required.")).toBeVisible();
    await expect(modal.getByLabel("Name")).toBeFocused();
    await modal.getByLabel("Name").fill(name);
    await modal.getByLabel("Address").fill("not an address");
    await modal.getByLabel("Region").selectOption("Oceania");
    await modal.getByLabel("Capacity").fill("40");
    await expectFitsAndAccessible(page);
    await modal.getByRole("button", { name: "Register host" }).click();
    await expect(modal.getByText("Address must be an IP address or a hostname")).toBeVisible();
    await modal.getByLabel("Address").fill("127.0.0.1:7789");
    await modal.getByRole("button", { name: "Register host" }).click();

    const keyDialog = page.getByRole("alertdialog", { name: `Key for ${name}` });
    await expect(keyDialog).toContainText("it won't be shown again");
    await expectFitsAndAccessible(page);
    // It does not close by accident before the key is copied.
    await page.keyboard.press("Escape");
    await expect(keyDialog).toBeVisible();
    const key = (await keyDialog.getByRole("code").textContent()) ?? "";
    expect(key).toMatch(KEY);
    await keyDialog.getByRole("button", { name: "Copy key" }).click();
    await expect(page.getByText("Key copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await keyDialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText(key)).toHaveCount(0);

    const row = page.getByRole("row").filter({ hasText: name });
    await expect(row).toContainText("127.0.0.1:7789");
    await expect(row).toContainText("Oceania");
    await expect(row).toContainText("Silent");
    await expect(row).toContainText("Never connected");
    await expect(row).toContainText("0 of 40");
    const api = new HostApi(origin, key);
    await api.post(heartbeatRoute, { players: [] });
    await expect(row).toContainText("Online");
    await expectFitsAndAccessible(page);

    const choose = async (label: string) => {
      await row.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: label }).click();
    };
    await choose("Switch off…");
    const confirmation = page.getByRole("alertdialog", { name: `Switch ${name} off?` });
    await confirmation.getByRole("button", { name: "Switch off" }).click();
    await expect(page.getByText(`${name} is switched off.`)).toBeVisible();
    await expect(row).toContainText("Switched off");
    await expect(api.self()).rejects.toMatchObject({ code: "host_disabled" });
    await choose("Switch on");
    await expect(page.getByText(`${name} is switched on.`)).toBeVisible();
    expect((await api.self()).host.name).toBe(name);
    // Switched off, because no one must be sent to a host that isn't running.
    await choose("Switch off…");
    await confirmation.getByRole("button", { name: "Switch off" }).click();
    await expect(row).toContainText("Not accepting players");
  });
});
