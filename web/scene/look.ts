import type { BopiColors } from "#domain/avatar/colors.ts";
import type { EquippedItems } from "#domain/avatar/model/assemble-bopi.ts";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import type { EquippedUuids } from "./load.ts";

/** The look of a preview: colors, and equipped items by uuid. */
export interface PreviewLook {
  colors: BopiColors;
  items: EquippedUuids;
}

/** An item that isn't uploaded yet, from local files. Categories: 1 hat, 2 toy, 3 face, 4 shirt, 5 pants, 6 shoes. */
export interface LocalItem {
  category: ItemTypeId;
  texture: Pixels | null;
  mesh: MeshData | null;
}

/** Returns the equipped items with a local item in its slot. A model without a texture is plain white. */
export function withLocalItem(equipped: EquippedItems, item: LocalItem | null): EquippedItems {
  if (!item) return equipped;
  const { category, texture, mesh } = item;
  if (category <= 2) {
    if (!mesh) return equipped;
    const model = { mesh, texture: texture ?? WHITE };
    return category === 1 ? { ...equipped, hats: [model] } : { ...equipped, toy: model };
  }
  const slot = ({ 3: "face", 4: "shirt", 5: "pants", 6: "shoes" } as const)[category as 3 | 4 | 5 | 6];
  return texture ? { ...equipped, [slot]: texture } : equipped;
}

const WHITE: Pixels = { width: 1, height: 1, data: new Uint8Array([255, 255, 255, 255]) };
