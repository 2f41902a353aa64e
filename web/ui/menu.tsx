import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { type TriggerProps, useFloating } from "./floating.ts";
import { lazyPart, OnDemand } from "./on-demand.tsx";

const surface = lazyPart(() => import("./menu-surface.tsx"));

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

export interface MenuProps {
  label: string;
  /** Renders the button: `trigger={(props) => <IconButton {...props} … />}`. */
  trigger: (props: TriggerProps) => ReactNode;
  groups: readonly MenuGroup[];
  align?: "start" | "center" | "end";
}

/** A menu of actions and links, opened by a button. A sheet on phones. */
export function Menu({ label, trigger, groups, align = "end" }: MenuProps) {
  const floating = useFloating("menu", surface.preload);
  return (
    <>
      {trigger(floating.trigger)}
      {floating.open && <OnDemand part={surface} props={{ ...floating.surface, label, align, groups }} />}
    </>
  );
}
