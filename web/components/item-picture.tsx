import type { ComponentProps } from "react";
import { useItemPicture } from "#web/lib/pictures.ts";

interface ItemPictureProps extends Omit<ComponentProps<"img">, "src"> {
  item: { id: number; thumbnail_url: string };
}

/** The picture of an item. Updates once it is rendered. */
export function ItemPicture({ item, ...image }: ItemPictureProps) {
  return <img {...image} src={useItemPicture(item)} alt={image.alt} />;
}
