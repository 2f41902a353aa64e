import { Grid3x3, type LucideIcon, Magnet, RotateCw, SquareDashedMousePointer } from "lucide-react";
import { ANGLE_STEPS, GRID_STEPS } from "#web/game/edit/editor-state.ts";
import { Menu } from "#web/ui/menu.tsx";
import { useBuilder, useEditorState } from "./builder-context.ts";
import styles from "./snap-chips.module.css";
import { builderText } from "./text/builder.ts";
import { ToolButton } from "./tool-button.tsx";
import { ToolRow } from "./tool-row.tsx";

const FRACTIONS: Record<number, string> = { 0.25: "¼", 0.5: "½" };
const gridLabel = (step: number): string => FRACTIONS[step] ?? String(step);

interface StepChipProps<T extends number> {
  icon: LucideIcon;
  label: string;
  steps: readonly T[];
  value: T;
  format: (step: T) => string;
  onChoose: (step: T) => void;
}

/** Shows a step, and a menu of the others. */
function StepChip<T extends number>({ icon, label, steps, value, format, onChoose }: StepChipProps<T>) {
  const items = steps.map((step) => ({
    label: format(step),
    checked: step === value,
    onSelect: () => onChoose(step),
  }));
  return (
    <Menu
      label={label}
      align="start"
      groups={[{ id: "steps", heading: label, items }]}
      trigger={(trigger) => (
        <ToolButton
          {...trigger}
          icon={icon}
          label={builderText.stepOf(label, format(value))}
          className={styles.step}
        >
          <span aria-hidden>{format(value)}</span>
        </ToolButton>
      )}
    />
  );
}

export function SnapChips() {
  const { editor } = useBuilder();
  const { isOn, grid, angle, toFaces } = useEditorState((state) => state.snap);
  return (
    <ToolRow label={builderText.snap} className={styles.chips}>
      <ToolButton
        icon={Magnet}
        label={builderText.snapOn}
        pressed={isOn}
        onClick={() => editor.setSnap({ isOn: !isOn })}
      />
      <StepChip
        icon={Grid3x3}
        label={builderText.grid}
        steps={GRID_STEPS}
        value={grid}
        format={gridLabel}
        onChoose={(step) => editor.setSnap({ grid: step })}
      />
      <StepChip
        icon={RotateCw}
        label={builderText.angle}
        steps={ANGLE_STEPS}
        value={angle}
        format={builderText.angleOf}
        onChoose={(step) => editor.setSnap({ angle: step })}
      />
      <ToolButton
        icon={SquareDashedMousePointer}
        label={builderText.faces}
        pressed={toFaces}
        onClick={() => editor.setSnap({ toFaces: !toFaces })}
      />
    </ToolRow>
  );
}
