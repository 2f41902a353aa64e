import { expect, test } from "vitest";
import type { Level } from "#domain/levels/api.ts";
import { currentPictureUrl, previewPictureUrl } from "#web/features/levels/form/card-preview.tsx";
import type { LevelFields } from "#web/features/levels/form/level-draft.ts";

const level = (has_own_thumbnail: boolean) =>
  ({ has_own_thumbnail, thumbnail_url: "/assets/a.jpg" }) as Pick<
    Level,
    "has_own_thumbnail" | "thumbnail_url"
  > as Level;
const fields = (change: Partial<LevelFields> = {}): LevelFields => ({
  title: "Lava",
  description: "",
  category: "",
  visibility: "public",
  comments_enabled: true,
  world: "keep",
  picture: "keep",
  ...change,
});

test("a level keeps its own picture until it is removed or replaced, with any world", () => {
  expect(currentPictureUrl(level(true), fields())).toBe("/assets/a.jpg");
  expect(currentPictureUrl(level(true), fields({ world: "race" }))).toBe("/assets/a.jpg");
  expect(currentPictureUrl(level(true), fields({ picture: "none" }))).toBeNull();
  expect(currentPictureUrl(level(true), fields({ picture: "new" }))).toBeNull();
});

test("a level keeps the picture drawn from its world while the world stays", () => {
  expect(currentPictureUrl(level(false), fields())).toBe("/assets/a.jpg");
  expect(currentPictureUrl(level(false), fields({ world: "race" }))).toBeNull();
  expect(currentPictureUrl(level(false), fields({ picture: "new" }))).toBeNull();
  expect(currentPictureUrl(null, fields())).toBeNull();
});

test("the card preview shows the picture that stays, or else the new one, or else what lists show", () => {
  expect(previewPictureUrl("/assets/a.jpg", "blob:b")).toBe("/assets/a.jpg");
  expect(previewPictureUrl(null, "blob:b")).toBe("blob:b");
  expect(previewPictureUrl(null, null)).toBe("/static/drawing.svg");
});
