import { Heart, Pencil } from "lucide-react";
import { useMenuAction } from "#web/components/popover/menu-action.ts";
import { PopoverMenu } from "#web/components/popover/popover-menu.tsx";
import { popoverText } from "#web/components/text/popover.ts";
import type { BlockTarget } from "#web/features/blocks/use-block.ts";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import { useReportAndBlock } from "./report-and-block.tsx";

interface ContentMenuProps {
  author: BlockTarget;
  reportUrl: string;
  favorited: boolean;
  toggleFavorite: () => Promise<object>;
  /** Null if the user can't edit it. */
  edit: { label: string; to: string } | null;
  /** Added by the page. */
  groups: readonly MenuGroup[];
}

export function ContentMenu(props: ContentMenuProps) {
  const { author, reportUrl, favorited, toggleFavorite, edit, groups } = props;
  const runAction = useMenuAction();
  const reportAndBlock = useReportAndBlock(author, reportUrl);
  const favorite = {
    label: favorited ? popoverText.removeFavorite : popoverText.addFavorite,
    icon: Heart,
    onSelect: () => runAction(toggleFavorite),
  };
  return (
    <>
      <PopoverMenu
        label={popoverText.more}
        variant="solid"
        groups={[
          { id: "everyone", items: [favorite, ...reportAndBlock.items] },
          { id: "edit", items: edit ? [{ ...edit, icon: Pencil }] : [] },
          ...groups,
        ]}
      />
      {reportAndBlock.modal}
    </>
  );
}
