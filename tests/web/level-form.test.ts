import { createElement } from "react";
import { WORLD_STARTS } from "#domain/build/starts/world-starts.ts";
import type { Level } from "#domain/levels/api.ts";
import { currentPictureUrl, previewPictureUrl } from "#web/features/levels/form/card-preview.tsx";
import type { LevelFields } from "#web/features/levels/form/level-draft.ts";
import { WorldPicker, type WorldPickerProps } from "#web/features/levels/form/world-picker.tsx";
import { markupOf } from "./markup.ts";

const level = (has_own_thumbnail: boolean) =>
  ({ has_own_thumbnail, thumbnail_url: "/assets/a.jpg" }) as Level;
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

const picker = (props: Partial<WorldPickerProps>) =>
  markupOf(
    createElement(WorldPicker, {
      value: "own",
      onChoose: () => {},
      file: null,
      onFile: () => {},
      own: { status: "none" },
      stored: null,
      errors: [],
      hint: "",
      ...props,
    }),
  );

test("the form offers all worlds to start from and an upload for a new level, and only the upload for others", () => {
  for (const { label, hint } of WORLD_STARTS) {
    expect(picker({})).toContain(label);
    expect(picker({})).toContain(hint);
    expect(picker({ stored: { status: "none" } })).not.toContain(hint);
  }
  expect(picker({}).split('type="radio"')).toHaveLength(WORLD_STARTS.length + 2);
});

test("the form shows all problems of a rejected file", () => {
  const errors = ["version must be 1.", "blocks[1].size[0] must be at least 0.05.", "And 13 more."];
  const html = picker({ errors, own: { status: "invalid", problems: errors } });
  for (const error of errors) expect(html).toContain(error);
});
