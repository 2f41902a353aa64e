import { Heart, Pencil } from "lucide-react";
import { favoriteItemRoute, type Item } from "#domain/items/api.ts";
import { useMenuAction } from "#web/components/popover/menu-action.ts";
import { PopoverMenu } from "#web/components/popover/popover-menu.tsx";
import { popoverText } from "#web/components/text/popover.ts";
import { useReportAndBlock } from "#web/features/reports/pages/report-and-block.tsx";
import { call } from "#web/lib/api.ts";
import type { MenuGroup } from "#web/ui/menu-item.ts";

/** An item's menu; `groups` are added by its page. */
export default function ItemMenu({ item, groups }: { item: Item; groups: readonly MenuGroup[] }) {
  const { id, favorited, can_edit } = item;
  const runAction = useMenuAction();
  const reportAndBlock = useReportAndBlock(item.user, `/report/item/${id}`);
  const favorite = {
    label: favorited ? popoverText.removeFavorite : popoverText.addFavorite,
    icon: Heart,
    onSelect: () => runAction(() => call(favoriteItemRoute, { params: { id } })),
  };
  const edit = can_edit ? [{ label: popoverText.edit, icon: Pencil, to: `/items/${id}/edit` }] : [];
  return (
    <>
      <PopoverMenu
        label={popoverText.more}
        variant="solid"
        groups={[
          { id: "everyone", items: [favorite, ...reportAndBlock.items] },
          { id: "edit", items: edit },
          ...groups,
        ]}
      />
      {reportAndBlock.modal}
    </>
  );
}
