import { Heart, Pencil } from "lucide-react";
import { favoriteLevelRoute, type Level } from "#domain/levels/api.ts";
import { useMenuAction } from "#web/components/popover/menu-action.ts";
import { PopoverMenu } from "#web/components/popover/popover-menu.tsx";
import { popoverText } from "#web/components/text/popover.ts";
import { useReportAndBlock } from "#web/features/reports/pages/report-and-block.tsx";
import { call } from "#web/lib/api.ts";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import { levelText } from "../text/level.ts";

/** A level's menu; `groups` are added by its page. */
export default function LevelMenu({ level, groups }: { level: Level; groups: readonly MenuGroup[] }) {
  const { id, url, favorited, can_edit } = level;
  const runAction = useMenuAction();
  const reportAndBlock = useReportAndBlock(level.user, `/report/level/${id}`);
  const favorite = {
    label: favorited ? popoverText.removeFavorite : popoverText.addFavorite,
    icon: Heart,
    onSelect: () => runAction(() => call(favoriteLevelRoute, { params: { id } })),
  };
  const edit = can_edit ? [{ label: levelText.editLong, icon: Pencil, to: `${url}/edit` }] : [];
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
