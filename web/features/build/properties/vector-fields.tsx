import { builderPropertiesText as text } from "../text/builder-properties.ts";
import type { Shared } from "./brush-fields.tsx";
import { NumberField, type NumberRange } from "./number-field.tsx";
import styles from "./properties.module.css";

const AXES = ["x", "y", "z"] as const;

export interface VectorFieldsProps {
  label: string;
  values: readonly Shared<number>[];
  range: NumberRange;
  step: number;
  onChange: (axis: number, value: number) => void;
}

export function VectorFields({ label, values, range, step, onChange }: VectorFieldsProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.vector}>
        {AXES.map((axis, i) => (
          <NumberField
            key={axis}
            label={text.field(label, text.axis[axis])}
            sign={text.axis[axis]}
            value={values[i] ?? 0}
            range={range}
            step={step}
            onChange={(value) => onChange(i, value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
