import type { ReactNode } from "react";
import { type TriggerProps, useFloating } from "./floating.ts";
import type { MenuGroup } from "./menu-item.ts";
import { lazyPart, OnDemand } from "./on-demand.tsx";

const surface = lazyPart(() => import("./menu-surface.tsx"));

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
