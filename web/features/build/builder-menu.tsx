import {
  ArrowLeft,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Crosshair,
  Eye,
  EyeOff,
  FileInput,
  FileOutput,
  FlipHorizontal2,
  FlipVertical2,
  GraduationCap,
  Grid2x2Plus,
  Group,
  Keyboard,
  Layers,
  Lock,
  type LucideIcon,
  Minus,
  Play,
  Plus,
  Rocket,
  Scissors,
  Search,
  Settings,
  SquareDashedMousePointer,
  StepBack,
  StepForward,
  Trash2,
  Ungroup,
  UserPlus,
} from "lucide-react";
import type { SurfaceProps } from "#web/ui/floating.ts";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import MenuSurface from "#web/ui/menu-surface.tsx";
import { backUrl } from "./back-url.ts";
import { useBuilder, useEditorState } from "./builder-context.ts";
import type { Command } from "./commands.ts";
import { downloadLevel } from "./download-level.ts";
import { builderText } from "./text/builder.ts";
import { commandText, builderMenuText as text } from "./text/builder-menu.ts";
import { useKeyLabel } from "./tool-button.tsx";

type MenuEntry = readonly [Command, LucideIcon, "selection" | "clipboard" | "hidden" | "always"];

const EDIT_GROUPS: Record<string, readonly MenuEntry[]> = {
  copy: [
    ["copy", Copy, "selection"],
    ["cut", Scissors, "selection"],
    ["paste", ClipboardPaste, "clipboard"],
    ["duplicate", CopyPlus, "selection"],
    ["delete", Trash2, "selection"],
  ],
  arrange: [
    ["mirror_x", FlipVertical2, "selection"],
    ["mirror_z", FlipHorizontal2, "selection"],
    ["array", Grid2x2Plus, "selection"],
    ["group", Group, "selection"],
    ["ungroup", Ungroup, "selection"],
  ],
  show: [
    ["hide", EyeOff, "selection"],
    ["show_all", Eye, "hidden"],
    ["lock", Lock, "selection"],
  ],
  select: [
    ["select_all", SquareDashedMousePointer, "always"],
    ["next_part", StepForward, "always"],
    ["previous_part", StepBack, "always"],
    ["find", Search, "always"],
    ["focus", Crosshair, "always"],
    ["zoom_in", Plus, "always"],
    ["zoom_out", Minus, "always"],
  ],
};

function useEditGroups(): MenuGroup[] {
  const { run } = useBuilder();
  const withKey = useKeyLabel();
  const can = {
    selection: useEditorState((state) => state.selection.length > 0),
    clipboard: useEditorState((state) => state.hasClipboard),
    hidden: useEditorState((state) => state.hidden.size > 0),
    always: true,
  };
  return Object.entries(EDIT_GROUPS).map(([id, entries]) => ({
    id,
    items: entries.map(([command, icon, needs]) => ({
      label: withKey(command, commandText[command]),
      icon,
      disabled: !can[needs],
      danger: command === "delete",
      onSelect: () => run(command),
    })),
  }));
}

function useMainGroups(): MenuGroup[] {
  const { build, session, openModal, run, showGuide, testFromStart } = useBuilder();
  const withKey = useKeyLabel();
  const exportLevel = () => void downloadLevel(session.model.document, build.level.title);
  return [
    {
      id: "level",
      items: [
        { label: withKey("publish", commandText.publish), icon: Rocket, onSelect: () => run("publish") },
        { label: text.testStart, icon: Play, onSelect: testFromStart },
        { label: builderText.invite, icon: UserPlus, onSelect: () => openModal("people") },
        { label: text.history, icon: Layers, onSelect: () => openModal("history") },
        { label: text.importLevel, icon: FileInput, onSelect: () => openModal("import") },
        { label: text.exportLevel, icon: FileOutput, onSelect: exportLevel },
      ],
    },
    {
      id: "help",
      items: [
        { label: text.guide, icon: GraduationCap, onSelect: showGuide },
        {
          label: withKey("shortcuts", commandText.shortcuts),
          icon: Keyboard,
          onSelect: () => openModal("shortcuts"),
        },
        { label: text.settings, icon: Settings, onSelect: () => openModal("settings") },
      ],
    },
    { id: "leave", items: [{ label: builderText.back, icon: ArrowLeft, to: backUrl(build) }] },
  ];
}

type MenuProps = SurfaceProps & { label: string };

const EditMenu = (props: MenuProps) => <MenuSurface {...props} align="start" groups={useEditGroups()} />;
const MainMenu = (props: MenuProps) => <MenuSurface {...props} align="end" groups={useMainGroups()} />;

export interface BuilderMenuProps extends SurfaceProps {
  menu: "edit" | "main";
  label: string;
}

export default function BuilderMenu({ menu, ...rest }: BuilderMenuProps) {
  return menu === "edit" ? <EditMenu {...rest} /> : <MainMenu {...rest} />;
}
