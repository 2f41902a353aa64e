import { exports } from "cloudflare:workers";
import { drawTemplatePicture } from "#domain/avatar/template-picture.ts";
import { Browser, ORIGIN } from "#tests/support/browser.ts";
import { decodePng } from "#worker/render/png.ts";

const site = (exports as unknown as { default: Fetcher }).default;

test.each(["shirt", "pants", "shoes"] as const)(
  "the template of %s is a PNG of 512x512 that is cached for a day",
  async (name) => {
    for (const _ of ["drawn", "drawn before"]) {
      const response = await site.fetch(`${ORIGIN}/static/templates/${name}.png`);
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Type")).toBe("image/png");
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=86400");
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(bytes.length).toBeLessThan(16_000);
      const { width, height, data } = decodePng(bytes);
      expect([width, height]).toEqual([512, 512]);
      expect(data).toEqual(drawTemplatePicture(name).data);
    }
  },
);

test("other templates return 404", async () => {
  const visitor = await Browser.visitor();
  for (const file of ["hat.png", "face.png", "shirt.jpg", "shirt", "constructor.png", "shirt.png.png"])
    expect((await visitor.fetch(`/static/templates/${file}`)).status, file).toBe(404);
});
