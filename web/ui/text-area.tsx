import { type ComponentProps, useState } from "react";
import { countCharacters } from "#domain/limits.ts";
import { Counter } from "./counter.tsx";
import { cx } from "./cx.ts";
import styles from "./field.module.css";
import { Field, type FieldProps } from "./field.tsx";

export interface TextAreaProps extends FieldProps, Omit<ComponentProps<"textarea">, "id" | "maxLength"> {
  /** Maximum in user-perceived characters. Longer text is marked as invalid, not cut. */
  max?: number | undefined;
}

/** A multi-line text field with a character counter. */
export function TextArea({ label, hideLabel, hint, errors, max, onInput, ...area }: TextAreaProps) {
  const [typed, setTyped] = useState(() => String(area.value ?? area.defaultValue ?? ""));
  const used = max === undefined ? 0 : countCharacters(String(area.value ?? typed));
  const over = max !== undefined && used > max;
  const counter = max !== undefined && <Counter used={used} max={max} />;
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} errors={errors} labelEnd={counter}>
      {(control) => (
        <div className={cx(styles.box, (over || control["aria-invalid"]) && styles.bad)}>
          <textarea
            rows={4}
            dir="auto"
            {...area}
            {...control}
            className={cx(styles.input, styles.area, area.className)}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              onInput?.(event);
            }}
          />
        </div>
      )}
    </Field>
  );
}
