import {
  ChevronDown,
  Circle,
  Cone,
  Cuboid,
  Cylinder,
  FlagTriangleRight,
  Flame,
  Goal,
  type LucideIcon,
  MousePointer2,
  Move,
  PaintBucket,
  PersonStanding,
  Pipette,
  Pyramid,
  Rotate3d,
  Scaling,
  Star,
  TreePine,
  TriangleRight,
} from "lucide-react";
import type { BlockShape } from "#domain/world/block.ts";
import { HAZARD_KINDS } from "#domain/world/effects.ts";
import { SHAPES } from "#domain/world/materials.ts";
import type { Placing, Tool } from "#web/game/edit/editor-state.ts";
import { Menu } from "#web/ui/menu.tsx";
import { useBuilder, useEditorState } from "./builder-context.ts";
import { builderText, buttonText, partText } from "./text/builder.ts";
import { CommandButton, ToolButton } from "./tool-button.tsx";
import styles from "./tool-palette.module.css";
import { ToolRow } from "./tool-row.tsx";

export const SHAPE_ICONS: Record<BlockShape, LucideIcon> = {
  box: Cuboid,
  wedge: TriangleRight,
  pyramid: Pyramid,
  cylinder: Cylinder,
  cone: Cone,
  sphere: Circle,
};

const TOOLS = [
  ["move", Move],
  ["rotate", Rotate3d],
  ["scale", Scaling],
  ["paint", PaintBucket],
  ["pick", Pipette],
] as const satisfies [Tool, LucideIcon][];

const THINGS = [
  ["star", Star],
  ["checkpoint", FlagTriangleRight],
  ["spawn", PersonStanding],
  ["goal", Goal],
] as const satisfies [Exclude<Placing["kind"], "block" | "hazard" | "parts">, LucideIcon][];

function ShapeMenu({ shape, isPlacing }: { shape: BlockShape; isPlacing: boolean }) {
  const { editor } = useBuilder();
  const items = SHAPES.map((one) => ({
    label: partText.shapes[one],
    icon: SHAPE_ICONS[one],
    checked: isPlacing && one === shape,
    onSelect: () => editor.setPlacing({ kind: "block", shape: one }),
  }));
  return (
    <Menu
      label={builderText.shapes}
      align="start"
      groups={[{ id: "shapes", items }]}
      trigger={(trigger) => (
        <ToolButton {...trigger} icon={ChevronDown} label={builderText.shapes} className={styles.flyout} />
      )}
    />
  );
}

function HazardMenu({ isPressed }: { isPressed: boolean }) {
  const { editor } = useBuilder();
  const items = HAZARD_KINDS.map((hazard) => ({
    label: partText.hazards[hazard],
    icon: Flame,
    onSelect: () => editor.setPlacing({ kind: "hazard", hazard }),
  }));
  return (
    <Menu
      label={builderText.hazards}
      align="start"
      groups={[{ id: "hazards", items }]}
      trigger={(trigger) => (
        <ToolButton
          {...trigger}
          icon={Flame}
          label={buttonText.place_hazard}
          command="place_hazard"
          pressed={isPressed}
        />
      )}
    />
  );
}

export function ToolPalette() {
  const { openModal } = useBuilder();
  const tool = useEditorState((state) => state.tool);
  const placing = useEditorState((state) => state.placing);
  const isPlacing = (kind: Placing["kind"]) => tool === "place" && placing.kind === kind;
  const shape = placing.kind === "block" ? placing.shape : "box";
  return (
    <ToolRow label={builderText.tools} className={styles.palette}>
      <CommandButton command="tool_select" icon={MousePointer2} pressed={tool === "select"} />
      <CommandButton
        command="tool_place"
        icon={SHAPE_ICONS[shape]}
        label={builderText.placing(partText.shapes[shape])}
        pressed={isPlacing("block")}
      />
      <ShapeMenu shape={shape} isPlacing={isPlacing("block")} />
      {TOOLS.map(([name, icon]) => (
        <CommandButton key={name} command={`tool_${name}`} icon={icon} pressed={tool === name} />
      ))}
      <span className={styles.rule} />
      {THINGS.slice(0, 2).map(([name, icon]) => (
        <CommandButton key={name} command={`place_${name}`} icon={icon} pressed={isPlacing(name)} />
      ))}
      <HazardMenu isPressed={isPlacing("hazard")} />
      {THINGS.slice(2).map(([name, icon]) => (
        <CommandButton key={name} command={`place_${name}`} icon={icon} pressed={isPlacing(name)} />
      ))}
      <ToolButton
        icon={TreePine}
        label={builderText.prefabs}
        pressed={isPlacing("parts")}
        onClick={() => openModal("prefabs")}
      />
    </ToolRow>
  );
}
