import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** An entry of a menu: an action, a link or a setting. */
export interface MenuItem {
  label: string;
  icon?: LucideIcon | undefined;
  /** Shown instead of icon and label. */
  content?: ReactNode;
  /** The item is a link to this path. */
  to?: string | undefined;
  /** Called when the item is chosen. */
  onSelect?: (() => void) | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The item is a setting that is on or off, shown with a check mark. */
  checked?: boolean | undefined;
}

/** Items between two separators. */
export interface MenuGroup {
  id: string;
  heading?: string | undefined;
  items: readonly MenuItem[];
}
