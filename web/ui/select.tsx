import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import styles from "./field.module.css";
import { Field, type FieldProps } from "./field.tsx";

export interface Option<T extends string> {
  value: T;
  label: string;
  disabled?: boolean;
}

export interface SelectProps<T extends string>
  extends FieldProps,
    Omit<ComponentProps<"select">, "id" | "value" | "defaultValue" | "onChange"> {
  options: readonly Option<T>[];
  value?: T;
  defaultValue?: T;
  onChange?: (value: T) => void;
}

/** A native select, which works best on phones and with screen readers. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, hideLabel, hint, errors, options, onChange, ...select } = props;
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} errors={errors}>
      {(control) => (
        <div className={cx(styles.box, styles.holder, control["aria-invalid"] && styles.bad)}>
          <select
            {...select}
            {...control}
            className={cx(styles.input, styles.select)}
            onChange={(event) => onChange?.(event.target.value as T)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className={styles.arrow} aria-hidden />
        </div>
      )}
    </Field>
  );
}
