import {
  ClipboardPaste,
  Copy,
  CopyPlus,
  Crosshair,
  Eye,
  EyeOff,
  FlipHorizontal2,
  FlipVertical2,
  Grid2x2Plus,
  Group,
  Lock,
  type LucideIcon,
  Scissors,
  Search,
  SquareDashedMousePointer,
  StepBack,
  StepForward,
  Trash2,
  Ungroup,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import type { MenuGroup } from "#web/ui/menu.tsx";
import { useBuilder, useEditorState } from "./builder-context.ts";
import type { Command } from "./commands.ts";
import { useKeyLabel } from "./tool-button.tsx";

type MenuEntry = readonly [Command, LucideIcon, "selection" | "clipboard" | "hidden" | "always"];

const GROUPS: readonly { id: string; entries: readonly MenuEntry[] }[] = [
  {
    id: "copy",
    entries: [
      ["copy", Copy, "selection"],
      ["cut", Scissors, "selection"],
      ["paste", ClipboardPaste, "clipboard"],
      ["duplicate", CopyPlus, "selection"],
      ["delete", Trash2, "selection"],
    ],
  },
  {
    id: "arrange",
    entries: [
      ["mirror_x", FlipHorizontal2, "selection"],
      ["mirror_z", FlipVertical2, "selection"],
      ["array", Grid2x2Plus, "selection"],
      ["group", Group, "selection"],
      ["ungroup", Ungroup, "selection"],
    ],
  },
  {
    id: "show",
    entries: [
      ["hide", EyeOff, "selection"],
      ["show_all", Eye, "hidden"],
      ["lock", Lock, "selection"],
    ],
  },
  {
    id: "select",
    entries: [
      ["select_all", SquareDashedMousePointer, "always"],
      ["next_part", StepForward, "always"],
      ["previous_part", StepBack, "always"],
      ["find", Search, "always"],
      ["focus", Crosshair, "always"],
      ["zoom_in", ZoomIn, "always"],
      ["zoom_out", ZoomOut, "always"],
    ],
  },
];

/** The menu with everything that can be done to the selection, for pointers and touch screens. */
export function useEditMenu(): MenuGroup[] {
  const { run } = useBuilder();
  const withKey = useKeyLabel();
  const can = {
    selection: useEditorState((state) => state.selection.length > 0),
    clipboard: useEditorState((state) => state.hasClipboard),
    hidden: useEditorState((state) => state.hidden.size > 0),
    always: true,
  };
  return GROUPS.map(({ id, entries }) => ({
    id,
    items: entries.map(([command, icon, needs]) => ({
      label: withKey(command),
      icon,
      disabled: !can[needs],
      danger: command === "delete",
      onSelect: () => run(command),
    })),
  }));
}
