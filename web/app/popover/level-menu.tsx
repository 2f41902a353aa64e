import { Heart, Pencil } from "lucide-react";
import { favoriteLevelRoute, type Level } from "#domain/levels/api.ts";
import { call } from "#web/lib/api.ts";
import { levelText } from "#web/text/level.ts";
import { popoverText } from "#web/text/popover.ts";
import type { MenuGroup } from "#web/ui/menu.tsx";
import { useAgainst } from "./against.tsx";
import { PopoverMenu } from "./popover-menu.tsx";
import { usePost } from "./post.ts";

/** A level's menu; `groups` are its page's own. */
export default function LevelMenu({ level, groups }: { level: Level; groups: readonly MenuGroup[] }) {
  const { id, url, favorited, can_edit } = level;
  const post = usePost();
  const against = useAgainst(level.user, `/report/level/${id}`);
  const favorite = {
    label: favorited ? popoverText.removeFavorite : popoverText.addFavorite,
    icon: Heart,
    onSelect: () => post(() => call(favoriteLevelRoute, { params: { id } })),
  };
  const edit = can_edit ? [{ label: levelText.editLong, icon: Pencil, to: `${url}/edit` }] : [];
  return (
    <>
      <PopoverMenu
        label={popoverText.more}
        variant="solid"
        groups={[
          { id: "everybody", items: [favorite, ...against.items] },
          { id: "edit", items: edit },
          ...groups,
        ]}
      />
      {against.window}
    </>
  );
}
