import { worldUpload } from "./api.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expect, test, uniqueWord } from "./test.ts";

test("a level shows its picture once it is drawn, and 3D instead", async ({ page, signUp, api, request }) => {
  await signUp();
  const title = `Paper Boats ${uniqueWord()}`;
  const { url } = await api.makeLevel({ title, file: worldUpload("race") });
  await page.goto(url);
  // At any width, the menu's "…" isn't alone on a line.
  const top = (name: string) =>
    page
      .getByRole("main")
      .getByRole("button", { name })
      .first()
      .evaluate((button) => button.getBoundingClientRect().top);
  for (const width of [360, 390, 1000, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await top("Share")).toBe(await top("More actions"));
  }
  const picture = page.getByRole("img", { name: `Picture of ${title}` });
  await expect(picture).toHaveAttribute("src", /^\/assets\//);
  await expect(page.getByText("Drawing the picture…")).toBeHidden();

  await page.goto("/levels/1");
  const known = page.getByRole("img", { name: /^Picture of / });
  const [src, srcset] = [await known.getAttribute("src"), await known.getAttribute("srcset")];
  const double = /\S+-2x\.jpg(?= 2048w)/.exec(srcset ?? "")?.[0] ?? "";
  expect(srcset).toBe(`${src} 1024w, ${double} 2048w`);
  const response = await request.get(double);
  expect(response.headers()["content-type"]).toBe("image/jpeg");

  const box = await known.boundingBox();
  const open = page.getByRole("button", { name: "View in 3D" });
  await open.click();
  const canvas = page.locator("canvas[data-ready=true]");
  await expect(canvas).toBeFocused();
  await canvas.press("ArrowLeft");
  await canvas.press("+");
  expect(await canvas.boundingBox()).toEqual(box);
  await expectAccessible(page);
  await canvas.press("Escape");
  await expect(page.locator("canvas")).toHaveCount(0);
  await expect(open).toBeFocused();
});
