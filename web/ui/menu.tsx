import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { type TriggerProps, useFloating } from "./floating.ts";
import { latePart, OnDemand } from "./on-demand.tsx";

const surface = latePart(() => import("./menu-surface.tsx"));

export interface MenuItem {
  label: string;
  icon?: LucideIcon | undefined;
  /** Goes there; otherwise `onSelect` is called. */
  to?: string | undefined;
  onSelect?: (() => void) | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** A choice that is on or off; the menu shows a tick. */
  checked?: boolean | undefined;
}

/** Items between two dividing lines. */
export interface MenuGroup {
  id: string;
  heading?: string | undefined;
  items: readonly MenuItem[];
}

export interface MenuProps {
  label: string;
  /** Draws the button: `trigger={(props) => <IconButton {...props} … />}`. */
  trigger: (props: TriggerProps) => ReactNode;
  groups: readonly MenuGroup[];
  align?: "start" | "center" | "end";
  /** Has many entries: the first group stands beside the others. */
  wide?: boolean;
}

/** A menu of acts and links that hangs on a button; a sheet on phones. */
export function Menu({ label, trigger, groups, align = "end", wide = false }: MenuProps) {
  const floating = useFloating("menu", surface.preload);
  return (
    <>
      {trigger(floating.trigger)}
      {floating.open && (
        <OnDemand part={surface} props={{ ...floating.surface, label, align, groups, wide }} />
      )}
    </>
  );
}
