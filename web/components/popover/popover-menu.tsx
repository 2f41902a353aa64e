import { Ellipsis } from "lucide-react";
import { useUser } from "#web/lib/user.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import { useReloadMessage } from "./menu-action.ts";

export interface PopoverMenuProps {
  /** Names the button and the menu. */
  label: string;
  groups: readonly MenuGroup[];
  /** `solid` matches other buttons next to it. */
  variant?: "bare" | "solid";
}

/** The ⋯ menu of a thing or a user. Visitors have none (spec 1 §6). */
export function PopoverMenu({ label, groups, variant = "bare" }: PopoverMenuProps) {
  const user = useUser();
  useReloadMessage();
  const filled = groups.filter(({ items }) => items.length > 0);
  if (!user || filled.length === 0) return null;
  return (
    <Menu
      label={label}
      groups={filled}
      trigger={(props) => <IconButton {...props} icon={Ellipsis} label={label} variant={variant} />}
    />
  );
}
