import { Ban, Flag } from "lucide-react";
import type { ReactNode } from "react";
import type { Person } from "#web/features/blocks/block-act.ts";
import { useBlockWindow } from "#web/features/blocks/block-window.tsx";
import { useUser } from "#web/lib/user.ts";
import { popoverText } from "#web/text/popover.ts";
import type { MenuItem } from "#web/ui/menu.tsx";
import { loadAnew } from "./post.ts";

interface Against {
  items: MenuItem[];
  /** The question before a block; stands beside the menu. */
  window: ReactNode;
}

/** What can be done against what somebody else made: report it, block them. Nobody needs either against themselves. */
export function useAgainst(author: Person, report: string): Against {
  const user = useUser();
  const block = useBlockWindow(loadAnew);
  if (!user || user.id === author.id) return { items: [], window: null };
  return {
    items: [
      { label: popoverText.report, icon: Flag, to: report },
      { label: popoverText.block, icon: Ban, danger: true, onSelect: () => block.ask(author) },
    ],
    window: block.window,
  };
}
