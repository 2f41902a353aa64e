import type { LucideIcon } from "lucide-react";
import { useFloating } from "#web/ui/floating.ts";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import type { BuilderMenuProps } from "./builder-menu.tsx";
import { ToolButton } from "./tool-button.tsx";

const menuPart = lazyPart<BuilderMenuProps>(() => import("./builder-menu.tsx"));

/** Loads the menus, so that they open at once. */
export const preloadMenus = menuPart.preload;

interface MenuButtonProps {
  menu: BuilderMenuProps["menu"];
  icon: LucideIcon;
  label: string;
  wide?: boolean;
  className?: string | undefined;
}

export function MenuButton({ menu, icon, label, wide, className }: MenuButtonProps) {
  const { open, trigger, surface } = useFloating("menu", menuPart.preload);
  return (
    <>
      <ToolButton {...trigger} icon={icon} label={label} wide={wide} className={className} />
      {open && <OnDemand part={menuPart} props={{ ...surface, menu, label }} />}
    </>
  );
}
