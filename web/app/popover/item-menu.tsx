import { Heart, Pencil } from "lucide-react";
import { favoriteItemRoute, type Item } from "#domain/items/api.ts";
import { call } from "#web/lib/api.ts";
import { popoverText } from "#web/text/popover.ts";
import type { MenuGroup } from "#web/ui/menu.tsx";
import { useAgainst } from "./against.tsx";
import { PopoverMenu } from "./popover-menu.tsx";
import { usePost } from "./post.ts";

/** An item's menu; `groups` are its page's own. */
export default function ItemMenu({ item, groups }: { item: Item; groups: readonly MenuGroup[] }) {
  const { id, favorited, can_edit } = item;
  const post = usePost();
  const against = useAgainst(item.user, `/report/item/${id}`);
  const favorite = {
    label: favorited ? popoverText.removeFavorite : popoverText.addFavorite,
    icon: Heart,
    onSelect: () => post(() => call(favoriteItemRoute, { params: { id } })),
  };
  const edit = can_edit ? [{ label: popoverText.edit, icon: Pencil, to: `/items/${id}/edit` }] : [];
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
