import type { BopiColors } from "#domain/avatar/colors.ts";
import type { Worn } from "#domain/avatar/model/assemble.ts";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import type { ItemTypeId } from "#domain/items/rules.ts";
import type { WornItems } from "./load.ts";

/** What a preview shows: colours, and what is worn by the uuids of its files. */
export interface PreviewLook {
  colors: BopiColors;
  items: WornItems;
}

/** An item that is not on the site yet, from files on this device: 1 hat, 2 toy, 3 face, 4 shirt, 5 pants, 6 shoes. */
export interface LocalItem {
  category: ItemTypeId;
  texture: Pixels | null;
  mesh: MeshData | null;
}

/** What is worn with a local item put on in its place; a model without a picture is plain white. */
export function withLocal(worn: Worn, local: LocalItem | null): Worn {
  if (!local) return worn;
  const { category, texture, mesh } = local;
  if (category <= 2) {
    if (!mesh) return worn;
    const model = { mesh, texture: texture ?? WHITE };
    return category === 1 ? { ...worn, hats: [model] } : { ...worn, toy: model };
  }
  const slot = ({ 3: "face", 4: "shirt", 5: "pants", 6: "shoes" } as const)[category as 3 | 4 | 5 | 6];
  return texture ? { ...worn, [slot]: texture } : worn;
}

const WHITE: Pixels = { width: 1, height: 1, data: new Uint8Array([255, 255, 255, 255]) };
