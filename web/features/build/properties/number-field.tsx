import { type KeyboardEvent, useId, useState } from "react";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { isComposing } from "#web/lib/is-composing.ts";
import { cx } from "#web/ui/cx.ts";
import { builderPropertiesText as propertiesText } from "../text/builder-properties.ts";
import { MIXED, type Shared } from "./brush-fields.tsx";
import styles from "./number-field.module.css";

export interface NumberRange {
  min: number;
  max: number;
}

export const RANGES = {
  position: { min: -WORLD_LIMITS.coordinate, max: WORLD_LIMITS.coordinate },
  size: { min: WORLD_LIMITS.sizeMin, max: WORLD_LIMITS.sizeMax },
  rotation: { min: -360, max: 360 },
  yaw: { min: -360, max: 360 },
  by: { min: -WORLD_LIMITS.coordinate, max: WORLD_LIMITS.coordinate },
  seconds: { min: WORLD_LIMITS.motionSecondsMin, max: WORLD_LIMITS.motionSecondsMax },
} as const satisfies Record<string, NumberRange>;

export const formatField = (value: number): string => String(Math.round(value * 1000) / 1000);

/** A typed number, with a point or a comma; null for anything else. */
export function parseField(typed: string): number | null {
  const text = typed.trim().replace(",", ".");
  if (!/^[-+]?(\d+\.?\d*|\.\d+)$/.test(text)) return null;
  return Math.round(Number(text) * 1000) / 1000;
}

export const isInRange = (value: number, { min, max }: NumberRange): boolean => value >= min && value <= max;

export interface NumberFieldProps {
  /** For screen readers: "Position X". */
  label: string;
  /** The letter in front of the number. */
  sign: string;
  value: Shared<number>;
  range: NumberRange;
  /** Added and subtracted by the arrow keys. */
  step: number;
  onChange: (value: number) => void;
}

/** A number that can be typed, and stepped by the arrow keys. Enter and leaving the field set it; Escape takes it back. */
export function NumberField({ label, sign, value, range, step, onChange }: NumberFieldProps) {
  const id = useId();
  /** Null while nothing is typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === MIXED ? "" : formatField(value));
  const parsed = typed === null ? null : parseField(typed);
  const problem =
    typed === null || typed.trim() === "" || (parsed !== null && isInRange(parsed, range))
      ? null
      : parsed === null
        ? propertiesText.invalidNumber
        : propertiesText.outOfRange(range.min, range.max);
  const commit = () => {
    if (parsed !== null && problem === null && parsed !== value) onChange(parsed);
    setTyped(null);
  };
  const move = (steps: number) => {
    const from = parsed ?? (value === MIXED ? null : value);
    if (from === null) return;
    const next = Math.round((from + steps * step) * 1000) / 1000;
    if (!isInRange(next, range)) return;
    setTyped(null);
    onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      move((event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1));
    } else if (event.key === "Enter") commit();
    else if (event.key === "Escape" && typed !== null) {
      // Only what was typed is taken back.
      event.stopPropagation();
      setTyped(null);
    }
  };
  return (
    <label className={cx(styles.field, problem !== null && styles.bad)}>
      <span aria-hidden>{sign}</span>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : id}
        placeholder={value === MIXED ? propertiesText.mixed : undefined}
        title={value === MIXED ? propertiesText.mixedHint : undefined}
        value={shown}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      {problem !== null && (
        <span id={id} className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </label>
  );
}
