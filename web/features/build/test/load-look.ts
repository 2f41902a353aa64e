import { avatarRoute } from "#domain/avatar/api.ts";
import { colorsOf } from "#domain/avatar/color-keys.ts";
import { call } from "#web/lib/api.ts";
import type { PreviewLook } from "#web/scene/look.ts";

let loaded: Promise<PreviewLook | null> | null = null;

/** The user's bopi for tests, loaded once. Null if it can't be loaded; the next call tries again. */
export function loadLook(userId: number): Promise<PreviewLook | null> {
  loaded ??= call(avatarRoute, { params: { userId } }).then(
    (avatar) => ({ colors: colorsOf(avatar), items: { ...avatar } }),
    () => {
      loaded = null;
      return null;
    },
  );
  return loaded;
}
