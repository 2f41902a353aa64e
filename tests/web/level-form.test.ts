import { expect, test } from "vitest";
import type { Level } from "#domain/levels/api.ts";
import { keptPicture, shownPicture } from "#web/features/levels/form/card-preview.tsx";
import type { LevelFields } from "#web/features/levels/form/draft.ts";

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

test("a level keeps its own picture until it is removed or replaced, whatever its world", () => {
  expect(keptPicture(level(true), fields())).toBe("/assets/a.jpg");
  expect(keptPicture(level(true), fields({ world: "race" }))).toBe("/assets/a.jpg");
  expect(keptPicture(level(true), fields({ picture: "none" }))).toBeNull();
  expect(keptPicture(level(true), fields({ picture: "new" }))).toBeNull();
});

test("a level keeps the picture that was drawn from its world while the world stays", () => {
  expect(keptPicture(level(false), fields())).toBe("/assets/a.jpg");
  expect(keptPicture(level(false), fields({ world: "race" }))).toBeNull();
  expect(keptPicture(level(false), fields({ picture: "new" }))).toBeNull();
  expect(keptPicture(null, fields())).toBeNull();
});

test("the card preview shows the picture that stays, else the new one, and before that what lists show", () => {
  expect(shownPicture("/assets/a.jpg", "blob:b")).toBe("/assets/a.jpg");
  expect(shownPicture(null, "blob:b")).toBe("blob:b");
  expect(shownPicture(null, null)).toBe("/static/drawing.svg");
});
