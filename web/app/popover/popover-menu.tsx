import { Ellipsis } from "lucide-react";
import { useUser } from "#web/lib/user.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, type MenuGroup } from "#web/ui/menu.tsx";
import { useTold } from "./post.ts";

export interface PopoverMenuProps {
  /** Names the button and the menu. */
  label: string;
  /** Groups without items are left out. */
  groups: readonly MenuGroup[];
  /** Among other buttons it looks like one of them. */
  variant?: "bare" | "solid";
}

/** The ⋯ of a thing or a person, with what can be done about it. Visitors have none (spec 1 §6). */
export function PopoverMenu({ label, groups, variant = "bare" }: PopoverMenuProps) {
  const user = useUser();
  useTold();
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
