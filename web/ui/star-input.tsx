import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import styles from "./stars.module.css";
import { StarRow } from "./stars.tsx";
import { controlsText } from "./text/controls.ts";

const MAX = 10;
const STEP_OF_KEY: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 2,
  PageDown: -2,
};

/** Returns the value a key selects, or null for other keys. */
function valueForKey(key: string, value: number): number | null {
  if (key === "Home") return 1;
  if (key === "End") return MAX;
  if (/^[1-5]$/.test(key)) return Number(key) * 2;
  const step = STEP_OF_KEY[key];
  return step === undefined ? null : Math.min(MAX, Math.max(1, value + step));
}

/** Pixels beside the stars that still count as the first or last star. */
const SLACK = 10;

export interface StarInputProps {
  label: string;
  /** 1 to 10 half stars; 0 if nothing is selected. */
  value: number;
  onChange: (value: number) => void;
  disabled?: boolean;
}

/** Selects half stars by mouse, by dragging, or by arrow keys, Home, End and 1 to 5. */
export function StarInput({ label, value, onChange, disabled = false }: StarInputProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const shown = hovered ?? value;

  const pressed = useRef(false);
  const stars = () => row.current?.querySelector("svg")?.getBoundingClientRect();
  /** Whether the pointer is on or near the stars. A drag that began there can leave them. */
  const isOn = ({ clientX }: PointerEvent): boolean => {
    const box = stars();
    return pressed.current || (!!box && clientX >= box.left - SLACK && clientX <= box.right + SLACK);
  };
  const at = (event: PointerEvent): number => {
    const box = stars();
    if (!box?.width) return value;
    return Math.min(MAX, Math.max(1, Math.ceil(((event.clientX - box.left) / box.width) * MAX)));
  };
  const leave = () => {
    pressed.current = false;
    setHovered(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = valueForKey(event.key, value);
    if (next === null || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onChange(next);
  };

  return (
    <div className={styles.field}>
      <span className={styles.label} id={id}>
        {label}
      </span>
      <div
        ref={row}
        className={styles.input}
        role="slider"
        tabIndex={disabled ? -1 : 0}
        aria-labelledby={id}
        aria-disabled={disabled}
        aria-valuemin={0}
        aria-valuemax={MAX / 2}
        aria-valuenow={value / 2}
        aria-valuetext={value > 0 ? controlsText.stars(value / 2) : controlsText.noStars}
        {...(!disabled && {
          onKeyDown,
          onPointerDown: (event: PointerEvent) => {
            if (event.button !== 0 || !isOn(event)) return;
            pressed.current = true;
            row.current?.setPointerCapture(event.pointerId);
            setHovered(at(event));
          },
          onPointerMove: (event: PointerEvent) => setHovered(isOn(event) ? at(event) : null),
          onPointerUp: (event: PointerEvent) => {
            if (pressed.current) onChange(at(event));
            leave();
          },
          onPointerLeave: leave,
          onPointerCancel: leave,
        })}
      >
        <StarRow value={shown} size={36} />
        <span className={styles.value} aria-hidden>
          {shown > 0 ? (shown / 2).toFixed(1) : controlsText.noStars}
        </span>
      </div>
    </div>
  );
}
