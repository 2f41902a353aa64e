import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { BOPI_PARTS, type BopiPart } from "#domain/avatar/colors.ts";
import styles from "./colors.module.css";
import { avatarText } from "./text/avatar.ts";

/** Each part's left, top, width, height and corner radius in px, large enough for fingers. The bopi faces the viewer. */
const PART_BOXES: Record<BopiPart, readonly [number, number, number, number, number]> = {
  head: [66, 4, 108, 86, 34],
  torso: [76, 94, 88, 82, 22],
  right_arm: [26, 98, 46, 56, 20],
  left_arm: [168, 98, 46, 56, 20],
  right_hand: [18, 158, 46, 46, 23],
  left_hand: [176, 158, 46, 46, 23],
  right_leg: [72, 180, 46, 46, 12],
  left_leg: [122, 180, 46, 46, 12],
  right_shoe: [60, 230, 58, 46, 14],
  left_shoe: [122, 230, 58, 46, 14],
};

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export interface PartPickerProps {
  colors: Record<BopiPart, string>;
  selected: readonly BopiPart[];
  onSelect: (part: BopiPart, several: boolean) => void;
}

export function PartPicker({ colors, selected, onSelect }: PartPickerProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const onKeyDown = (event: KeyboardEvent, part: BopiPart) => {
    const several = event.ctrlKey || event.shiftKey || event.metaKey;
    const step = STEPS[event.key];
    if (step !== undefined) {
      const index = (BOPI_PARTS.indexOf(part) + step + BOPI_PARTS.length) % BOPI_PARTS.length;
      const next = BOPI_PARTS[index] as BopiPart;
      group.current?.querySelector<HTMLButtonElement>(`[data-part="${next}"]`)?.focus();
      if (event.shiftKey && !selected.includes(next)) onSelect(next, true);
    } else if (event.key === " " || event.key === "Enter") onSelect(part, several);
    else return;
    event.preventDefault();
  };
  const press = ({ ctrlKey, shiftKey, metaKey }: MouseEvent, part: BopiPart) =>
    onSelect(part, ctrlKey || shiftKey || metaKey);
  return (
    <fieldset className={styles.parts} ref={group}>
      <legend className="sr-only">{avatarText.partPicker}</legend>
      {BOPI_PARTS.map((part) => {
        const [left, top, width, height, radius] = PART_BOXES[part];
        return (
          <button
            key={part}
            type="button"
            data-part={part}
            className={styles.part}
            style={{ left, top, width, height, borderRadius: radius, background: `#${colors[part]}` }}
            aria-label={avatarText.parts[part]}
            aria-pressed={selected.includes(part)}
            title={avatarText.parts[part]}
            tabIndex={part === selected.at(-1) ? 0 : -1}
            onClick={(event) => press(event, part)}
            onKeyDown={(event) => onKeyDown(event, part)}
          />
        );
      })}
    </fieldset>
  );
}
