import { Browser } from "#tests/support/browser.ts";
import { parsePage } from "#tests/support/pages.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";

// The policy of the built site; the one for hot reload is less strict.
vi.stubEnv("DEV", false);

const ann = await signedInUser();
const admin = await signedInUser({ role: "admin" });
const visitor = await Browser.visitor();
const hidden = await addLevel(ann.id, { title: "Hidden zebra", visibility: "private" });

const open = async (path: string, browser = visitor) => {
  const response = await browser.fetch(path);
  return { response, ...parsePage(response) };
};

describe("a URL without a page", () => {
  const expectMissing = async (path: string, browser = visitor) => {
    const { response, title, data } = await open(path, browser);
    expect(response.status, path).toBe(404);
    expect(title, path).toBe("Not found · Bopolis");
    expect(data.preload, path).toEqual({});
    expect(String(response.body.text)).not.toContain("zebra");
  };

  test("returns the not-found page with status 404", async () => {
    const deleted = await addLevel(ann.id, { visibility: "deleted", title: "Deleted zebra" });
    for (const path of [
      "/nowhere",
      "/levels/0",
      "/levels/01",
      "/levels/-1",
      "/levels/1e3",
      "/levels/999999",
      `/levels/${"9".repeat(40)}`,
      "/levels/castle",
      "/levels/%00",
      "/levels/%E2%98%83",
      "/levels/%E0%A4%A",
      `/levels/${deleted}`,
      "/users/nobody_here",
      "/users/x",
      "/users/a%20b",
      "/items/999999",
      "/report/forum/1",
      "/reset-password/short",
      "/levels/1/2/3",
      "/index.html",
      "/web/index.html",
      "/wp-login.php",
      "/.env",
      "//evil.example/",
    ]) {
      await expectMissing(path);
    }
  });

  test("is that of a private level, except for its creator and staff", async () => {
    const other = await signedInUser();
    await expectMissing(`/levels/${hidden}`);
    for (const path of [`/levels/${hidden}`, `/levels/${hidden}/edit`]) {
      await expectMissing(path, other);
      expect((await open(path, ann)).response.status).toBe(200);
      expect((await open(path, admin)).response.status).toBe(200);
    }
    expect((await open(`/levels/${hidden}`, ann)).title).toBe("Hidden zebra · Bopolis");
    for (const path of ["/levels", `/users/${ann.username}`, `/users/${ann.username}/levels`, "/"])
      expect((await open(path)).html).not.toContain("zebra");
  });

  test("below the API or the files returns their JSON error", async () => {
    for (const path of [
      "/api/nothing",
      "/api/",
      "/assets/x",
      "/static/x.svg",
      "/build/x.js",
      "/static/../.env",
    ]) {
      const response = await visitor.fetch(path);
      expect(response.status, path).toBe(404);
      if (path !== "/static/../.env") expect(response.body, path).toMatchObject({ code: "not_found" });
    }
  });

  test("isn't one with a meaningless query", async () => {
    for (const path of [
      "/levels?page=-1&order=<script>&category[]=x&filter=",
      "/levels?page=99999999999999999999",
      "/levels?filter=favorited",
      `/levels?search=${"x".repeat(5_000)}`,
      "/levels?search=%ED%A0%80%00",
      "/ratings?rating=99&page=0&username=%00",
      `/users/${ann.username}/levels?page=1e99&search=%F0%9F`,
      `/users/${ann.username}/levels?page=9007199254740991`,
    ]) {
      const { response, html } = await open(path);
      expect(response.status, path).toBe(200);
      expect(html).not.toContain("order=<script>");
    }
  });

  test("is that of the developer pages in production", async () => {
    const production = await Browser.visitor();
    production.variant = { ENVIRONMENT: "production" };
    expect((await production.fetch("/dev/ui")).status).toBe(404);
    expect((await open("/", production)).data.development).toBe(false);
    expect((await visitor.fetch("/dev/ui")).status).toBe(200);
  });
});
