import {
  editHostRoute,
  hostListRoute,
  rotateHostKeyRoute,
  rotateSigningKeyRoute,
  signingKeysRoute,
} from "#domain/hosts/api.ts";
import { describe, expect, test } from "./support/test.ts";

const HOST = {
  id: 5,
  name: "Attic",
  kind: "server",
  ip_address: "127.0.0.1:7788",
  capacity: 5,
  enabled: true,
} as const;
const KEY = `bph_5_${"k".repeat(43)}`;

test.beforeEach(({ site }) => {
  site.signIn({ username: "admin", role: "admin" });
  site.respond(hostListRoute, { data: [HOST] });
});

describe("for an admin", () => {
  test("a host is edited, and gets a new key that replaces the old one", async ({ page, site }) => {
    site.respond(editHostRoute, () => {
      site.respond(hostListRoute, { data: [{ ...HOST, capacity: 7 }] });
      return { host: { ...HOST, capacity: 7 } };
    });
    site.respond(rotateHostKeyRoute, { host: HOST, key: KEY });
    await page.goto("/staff/hosts");
    const row = page.getByRole("row").filter({ hasText: "Attic" });
    await row.getByRole("button", { name: "Actions for Attic" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const modal = page.getByRole("dialog", { name: "Edit Attic" });
    await expect(modal.getByLabel("Address")).toHaveValue("127.0.0.1:7788");
    await modal.getByLabel("Capacity").fill("7");
    await modal.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Attic is saved.")).toBeVisible();
    await expect(row).toContainText("0 of 7");

    await row.getByRole("button", { name: "Actions for Attic" }).click();
    await page.getByRole("menuitem", { name: "New key…" }).click();
    const confirmation = page.getByRole("alertdialog", { name: "Give Attic a new key?" });
    await expect(confirmation).toContainText("stops working right away");
    await confirmation.getByRole("button", { name: "Create new key" }).click();
    await expect(page.getByRole("alertdialog", { name: "Key for Attic" }).getByRole("code")).toHaveText(KEY);
  });

  test("the key of join tokens is changed, and the old one lasts 10 more minutes", async ({ page, site }) => {
    site.respond(signingKeysRoute, { data: [{ kid: "first", signing: true }] });
    site.respond(rotateSigningKeyRoute, () => {
      const data = [
        { kid: "second", signing: true },
        { kid: "first", valid_until: "2026-01-02T03:14:05.000Z" },
      ];
      site.respond(signingKeysRoute, { data });
      return { data };
    });
    await page.goto("/staff/hosts");
    const keys = page.getByRole("table", { name: "Signing keys" }).getByRole("row");
    await expect(keys.nth(1)).toContainText("first");
    await page.getByRole("button", { name: "Change key" }).click();
    const confirmation = page.getByRole("alertdialog", { name: "Sign with a new key?" });
    await confirmation.getByRole("button", { name: "Change key" }).click();
    await expect(page.getByText("Join tokens are now signed with a new key.")).toBeVisible();
    await expect(keys.nth(1)).toContainText("second");
    await expect(keys.nth(1)).toContainText("Signs join tokens");
    await expect(keys.nth(2)).toContainText("first");
    await expect(keys.nth(2)).toContainText("Valid until");
  });
});
