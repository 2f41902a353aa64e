import type { WearableItem } from "../items/wearable-item.ts";
import { DEFAULT_LOOK, decodeLook, lookPictureUrl } from "./bopi-look.ts";
import type { LookPicture, LookToken } from "./look-url.ts";
import { tryOn } from "./try-on.ts";

/** The URL of a picture of an item on the bopi with the token's look. */
export const tryOnUrl = (
  token: LookToken,
  item: Pick<WearableItem, "id" | "type">,
  { pose = "idle", size }: Partial<LookPicture> & Pick<LookPicture, "size">,
): string => lookPictureUrl(tryOn(decodeLook(token) ?? DEFAULT_LOOK, item), { pose, size });
