import type { Page } from "@playwright/test";
import { BuildDocument } from "#domain/build/document.ts";
import { toWorld } from "#domain/build/world.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { builderNoticeText, builderText, buttonText } from "#web/features/build/text/builder.ts";
import { builderClosedText } from "#web/features/build/text/builder-closed.ts";
import { builderMenuText } from "#web/features/build/text/builder-menu.ts";
import { BuilderPage } from "./builder-page.ts";
import { KILLED, testRooms } from "./room-site.ts";
import { expect } from "./test.ts";

const VIEWPORT = { width: 900, height: 640 };

/** The document as a page exports it. */
async function exported({ page }: BuilderPage): Promise<string> {
  await page.getByRole("button", { name: builderText.menu, exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: builderMenuText.exportLevel }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** The stored document's canonical text. */
async function storedText(builder: BuilderPage): Promise<string> {
  return serializeWorld(toWorld(new BuildDocument(await builder.stored())));
}

async function expectSameDocuments(one: BuilderPage, other: BuilderPage): Promise<void> {
  const stored = await storedText(one);
  expect(await exported(one)).toBe(stored);
  expect(await exported(other)).toBe(stored);
}

const place = async (builder: BuilderPage, x: number, z: number): Promise<void> => {
  await builder.tool("tool_place").click();
  await builder.click([x, 0, z]);
};

const expectOnline = (page: Page): Promise<void> =>
  expect(page.getByText(builderText.saved, { exact: true })).toBeVisible();

testRooms(
  "two people build a level together: undoing leaves the other's changes, a kill loses nothing, and removing closes the page",
  async ({ rooms, complaints }) => {
    testRooms.setTimeout(240_000);
    complaints.allow(KILLED);
    const [ann, ben] = [rooms.member(), rooms.member()];
    await rooms.makeBuddies(ann, ben);
    const { level_id } = await ann.post<{ level_id: number }>("/api/builds", {
      title: "Together",
      start: "empty",
    });
    await ann.post(`/api/builds/${level_id}/editors`, { user_id: ben.id });
    const options = { viewport: VIEWPORT };
    const [annPage, benPage] = [await rooms.open(ann, options), await rooms.open(ben, options)];
    const anns = await BuilderPage.open(annPage, level_id);
    const bens = await BuilderPage.open(benPage, level_id);
    await expect(annPage.getByRole("button", { name: new RegExp(builderText.people(2)) })).toBeVisible();
    await anns.skipGuide();
    await bens.skipGuide();

    // Each sees what the other places.
    await place(anns, -12, 8);
    await bens.expectParts(4);
    await place(bens, 12, 8);
    await anns.expectParts(5);
    await anns.expectSaved();

    // Ben changes Ann's block, so undoing doesn't take it from him.
    await bens.tool("tool_select").click();
    await bens.click([-12, 1, 8]);
    await bens.expectSelected(1);
    await bens.canvas.focus();
    await benPage.keyboard.press("PageUp");
    await bens.expectSaved();
    const raised = (await anns.storedOf("block"))[1];
    expect(raised?.position[1]).toBeGreaterThan(1);
    await annPage.getByRole("button", { name: buttonText.undo }).click();
    await expect(annPage.getByText(builderNoticeText.skipped(ben.name, 1))).toBeVisible();
    await anns.expectParts(5);
    expect((await anns.storedOf("block"))[1]).toEqual(raised);
    // Ben takes his own change back.
    await benPage.getByRole("button", { name: buttonText.undo }).click();
    await bens.expectSaved();
    expect((await bens.storedOf("block"))[1]?.position[1]).toBeLessThan(raised?.position[1] ?? 0);

    // The code of the menu and of the export is there before: the browser remembers an import that failed while the site was away.
    await expectSameDocuments(anns, bens);

    // The site is killed while both build. What was confirmed is there, what wasn't is sent again.
    await place(anns, -12, -16);
    await bens.expectParts(6);
    await anns.expectSaved();
    const confirmed = await anns.storedOf("block");
    expect(confirmed).toHaveLength(4);
    const restarted = rooms.site.killAndRestart();
    await place(bens, 12, -16);
    await place(anns, -4, -16);
    await restarted;
    await expectOnline(annPage);
    await expectOnline(benPage);
    await anns.expectParts(8);
    await bens.expectParts(8);
    await anns.expectSaved();
    await bens.expectSaved();
    expect(await anns.storedOf("block")).toEqual(expect.arrayContaining(confirmed));
    await expectSameDocuments(anns, bens);

    // A page that is reloaded has it all.
    await benPage.reload();
    await bens.waitUntilOpen();
    await bens.expectParts(8);

    await ann.post(`/api/builds/${level_id}/editors/${ben.id}/delete`);
    await expect(benPage.getByRole("heading", { name: builderClosedText.removed.title })).toBeVisible();
    await expect(annPage.getByRole("button", { name: new RegExp(builderText.people(1)) })).toBeVisible();
  },
);
