import { builderText } from "#web/features/build/text/builder.ts";
import { builderPublishText } from "#web/features/build/text/builder-publish.ts";
import { BuilderPage } from "./builder-page.ts";
import { expectAccessible, expectFingerSized, expectFits } from "./expect-accessible.ts";
import { expectPicturesLoaded } from "./picture-file.ts";
import { expect, test, uniqueWord } from "./test.ts";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test("a creator chooses a level's picture, and it is drawn after saving", async ({ page, signUp, api }) => {
    await signUp();
    const { id } = await api.makeLevel({ title: `Kiosk ${uniqueWord()}` });
    const pictureOf = async () => (await api.level(id)).picture_url;
    await expect.poll(pictureOf).toMatch(/^\/assets\//);
    const before = await pictureOf();
    await page.goto(`/levels/${id}/edit`);
    await page.getByRole("button", { name: "Choose what it shows" }).click();
    const choices = page.getByRole("group", { name: "What the picture shows" });
    await expect(choices.locator("img")).toHaveCount(3);
    await expect(choices.getByRole("radio", { name: "Choose for me" })).toBeChecked();
    await choices.getByRole("radio", { name: "The whole level" }).check({ force: true });
    await expect(page.getByText("The new picture is drawn when you save.")).toBeVisible();
    await expectPicturesLoaded(page);
    await expectFits(page);
    await expectFingerSized(page);
    await expectAccessible(page);
    await page.setViewportSize(DESKTOP);
    await expectFits(page);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page).toHaveURL(`/levels/${id}`);
    await expect.poll(pictureOf).not.toBe(before);
  });
});

test("a builder chooses a kind of picture or a camera before publishing", async ({ page, signUp }) => {
  await signUp();
  await BuilderPage.startLevel(page, `Built ${uniqueWord()}`);
  await page.getByRole("button", { name: builderText.publish }).click();
  await page.getByRole("radio", { name: builderPublishText.visibilities.private }).check({ force: true });
  await page.getByRole("button", { name: builderPublishText.next }).click();
  const shots = page.getByRole("group", { name: builderPublishText.shots });
  const shot = (name: string) => shots.getByRole("button", { name });
  await expect(shot(builderPublishText.auto)).toHaveAttribute("aria-pressed", "true");
  await shot(builderPublishText.shotNames.spawn).click();
  await expect(shot(builderPublishText.shotNames.spawn)).toHaveAttribute("aria-pressed", "true");
  await expect(shot(builderPublishText.auto)).toHaveAttribute("aria-pressed", "false");
  // A camera of its own is none of the kinds.
  await page.getByRole("button", { name: builderPublishText.turnLeft }).click();
  await expect(shots.getByRole("button", { pressed: true })).toHaveCount(0);
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page, "[role=dialog]");
  }
});
