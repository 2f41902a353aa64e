import { createHash } from "node:crypto";
import { type Database, first, sql } from "#db/database.ts";
import { type BopiColors, DEFAULT_COLORS, MANNEQUIN_COLORS, packColors } from "#domain/avatar/colors.ts";
import type { BopiPose, LookPose, LookSize } from "#domain/avatar/look-url.ts";
import {
  assembleBopi,
  type BopiModel,
  type EquippedItems,
  type EquippedModel,
  NOTHING_EQUIPPED,
} from "#domain/avatar/model/assemble-bopi.ts";
import { fullCamera, headshotCamera, itemCamera, poseCamera } from "#domain/avatar/model/camera.ts";
import { sleepingFace } from "#domain/avatar/model/default-face.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { poseBopi } from "#domain/avatar/model/pose-bopi.ts";
import { stage } from "#domain/avatar/model/stage.ts";
import { SLOTS, type Slot } from "#domain/avatar/slots.ts";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import { type BopiRow, buildLook, equippedItemsQuery, slotColumns } from "../avatar/looks.ts";
import type { PictureLook } from "./bopi-cutout.ts";
import { loadEquippedItems } from "./load-items.ts";
import { drawScene } from "./raster/draw.ts";

/** Part of every picture's name. Raise it when the renderer's output changes. */
export const RENDERER_VERSION = 2;

/** A picture's name, a uuid of `content`: everything it depends on. Same pictures are stored once. */
export function pictureName(kind: string, content: unknown): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([RENDERER_VERSION, kind, content]))
    .digest("hex");
  // RFC 9562: version 8 (custom), variant 10.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The name of a picture of a bopi: its colors and the files of its items. */
export const lookName = (
  kind: "avatar" | "headshot" | "outfit" | `look ${LookPose} ${LookSize}`,
  colors: BopiColors,
  items: Partial<Record<Slot, { uuid: string } | null>>,
): string => pictureName(kind, [packColors(colors), SLOTS.map((slot) => items[slot]?.uuid ?? null)]);

/** Sides of the pictures in pixels. Headshots are shown small and often, whole bopis large and rarely. */
export const PICTURE_SIDE = { avatar: 512, headshot: 160, outfit: 320, item: 384 } as const;

/** Renders a bopi from head to toe. */
export function drawAvatar(
  colors: BopiColors,
  equipped: EquippedItems,
  side: number = PICTURE_SIDE.avatar,
): Pixels {
  return withBopi(colors, equipped, (bopi) => drawScene(stage(bopi.object), fullCamera(bopi), side));
}

/** Renders a bopi in a pose. A sleeper's own eyes are closed; an equipped face stays as it is. */
export function drawPose(colors: BopiColors, equipped: EquippedItems, pose: BopiPose, side: number): Pixels {
  if (pose === "idle") return drawAvatar(colors, equipped, side);
  const face = equipped.face ?? (pose === "sleep" ? sleepingFace() : null);
  return withBopi(colors, { ...equipped, face }, (bopi) => {
    poseBopi(bopi, pose);
    return drawScene(stage(bopi.object), poseCamera(bopi), side);
  });
}

/** Renders a bopi's head and shoulders. */
export function drawHeadshot(
  colors: BopiColors,
  equipped: EquippedItems,
  side: number = PICTURE_SIDE.headshot,
): Pixels {
  return withBopi(colors, equipped, (bopi) => {
    bopi.toy.visible = false;
    bopi.shadow.visible = false;
    return drawScene(stage(bopi.object), headshotCamera(), side);
  });
}

/** The source of an item's picture: a model, or a texture for a plain bopi. */
export type ItemSource =
  | { type: 1 | 2; model: EquippedModel }
  | { type: Exclude<ItemTypeId, 1 | 2>; texture: Pixels };

/** Renders an item alone, or on the covered part of a plain bopi. */
export function drawItem(source: ItemSource, side: number = PICTURE_SIDE.item): Pixels {
  const equipped = { ...NOTHING_EQUIPPED, ...equippedBy(source) };
  return withBopi(MANNEQUIN_COLORS, equipped, (bopi) => {
    const camera = itemCamera(bopi, source.type);
    return drawScene(stage(bopi.object), camera, side);
  });
}

function equippedBy(source: ItemSource): Partial<EquippedItems> {
  switch (source.type) {
    case 1:
      return { hats: [source.model] };
    case 2:
      return { toy: source.model };
    case 3:
      return { face: source.texture };
    case 4:
      return { shirt: source.texture };
    case 5:
      return { pants: source.texture };
    case 6:
      return { shoes: source.texture };
  }
}

function withBopi(colors: BopiColors, equipped: EquippedItems, draw: (bopi: BopiModel) => Pixels): Pixels {
  const bopi = assembleBopi(colors, equipped);
  const pixels = draw(bopi);
  bopi.dispose();
  return pixels;
}

/** A creator's look, and a name for it. Banned and deleted creators get the default one. */
export async function creatorLook(
  db: Database,
  bucket: R2Bucket,
  userId: number,
): Promise<{ look: PictureLook; name: string }> {
  const { row, items } = await db.batch({
    row: first<BopiRow & { hidden: 0 | 1 }>`select u.id as user_id, u.colors, b.revision, b.drawn,
        u.banned_at is not null or u.deleted_at is not null as hidden, ${slotColumns("b")}
      from users u left join bopis b on b.user_id = u.id where u.id = ${userId}`,
    items: equippedItemsQuery("bopis", sql`w.user_id = ${userId}`),
  });
  if (!row || row.hidden === 1)
    return {
      look: { colors: DEFAULT_COLORS, equipped: NOTHING_EQUIPPED },
      name: lookName("avatar", DEFAULT_COLORS, {}),
    };
  const { colors, items: equipped } = buildLook(row, row.colors, items);
  return {
    look: { colors, equipped: await loadEquippedItems(bucket, equipped) },
    name: lookName("avatar", colors, equipped),
  };
}
