import { type BopiColors, MANNEQUIN_COLORS } from "#domain/avatar/colors.ts";
import {
  assembleBopi,
  type Bopi,
  NOTHING_WORN,
  type Worn,
  type WornModel,
} from "#domain/avatar/model/assemble.ts";
import { fullCamera, headshotCamera, itemCamera } from "#domain/avatar/model/camera.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { stage } from "#domain/avatar/model/stage.ts";
import type { ItemTypeId } from "#domain/items/rules.ts";
import { drawScene } from "./raster/draw.ts";

/** Sides of the pictures in pixels: a headshot is shown small and often, a whole bopi large and seldom. */
export const PICTURE_SIDE = { avatar: 512, headshot: 160, outfit: 320, item: 384 } as const;

/** A bopi from head to toe. */
export function drawAvatar(colors: BopiColors, worn: Worn, side: number = PICTURE_SIDE.avatar): Pixels {
  return withBopi(colors, worn, (bopi) => drawScene(stage(bopi.object), fullCamera(bopi), side));
}

/** Head and shoulders. */
export function drawHeadshot(colors: BopiColors, worn: Worn, side: number = PICTURE_SIDE.headshot): Pixels {
  return withBopi(colors, worn, (bopi) => {
    bopi.toy.visible = false;
    bopi.shadow.visible = false;
    return drawScene(stage(bopi.object), headshotCamera(bopi), side);
  });
}

/** What an item's picture is made from: a model by itself, or a picture worn by a plain bopi. */
export type ItemSource =
  | { type: 1 | 2; model: WornModel }
  | { type: Exclude<ItemTypeId, 1 | 2>; texture: Pixels };

/** An item by itself, or on the part of a plain bopi that wears it. */
export function drawItem(source: ItemSource, side: number = PICTURE_SIDE.item): Pixels {
  const worn = { ...NOTHING_WORN, ...wearing(source) };
  return withBopi(MANNEQUIN_COLORS, worn, (bopi) => {
    const camera = itemCamera(bopi, source.type);
    return drawScene(stage(bopi.object), camera, side);
  });
}

function wearing(source: ItemSource): Partial<Worn> {
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

function withBopi(colors: BopiColors, worn: Worn, draw: (bopi: Bopi) => Pixels): Pixels {
  const bopi = assembleBopi(colors, worn);
  const pixels = draw(bopi);
  bopi.dispose();
  return pixels;
}
