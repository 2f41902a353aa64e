import { Ban, Flag } from "lucide-react";
import type { ReactNode } from "react";
import { reloadWithMessage } from "#web/components/popover/menu-action.ts";
import { popoverText } from "#web/components/text/popover.ts";
import { useBlockModal } from "#web/features/blocks/block-modal.tsx";
import type { BlockTarget } from "#web/features/blocks/use-block.ts";
import { useUser } from "#web/lib/user.ts";
import type { MenuItem } from "#web/ui/menu-item.ts";

interface ReportAndBlock {
  items: MenuItem[];
  /** The confirmation before blocking; render it next to the menu. */
  modal: ReactNode;
}

/** Menu items to report someone else's content and to block its author. Empty for the user's own content. */
export function useReportAndBlock(author: BlockTarget, report: string): ReportAndBlock {
  const user = useUser();
  const block = useBlockModal(reloadWithMessage);
  if (!user || user.id === author.id) return { items: [], modal: null };
  return {
    items: [
      { label: popoverText.report, icon: Flag, to: report },
      { label: popoverText.block, icon: Ban, danger: true, onSelect: () => block.confirmBlock(author) },
    ],
    modal: block.modal,
  };
}
