import { type ComponentProps, useState } from "react";
import { countCharacters } from "#domain/limits.ts";
import { Counter } from "./counter.tsx";
import { cx } from "./cx.ts";
import styles from "./field.module.css";
import { Field, type FieldProps } from "./field.tsx";

export interface TextAreaProps extends FieldProps, Omit<ComponentProps<"textarea">, "id" | "maxLength"> {
  /** Most characters, counted as people count them. Typing past it is let through and marked, never cut. */
  max?: number | undefined;
}

/** Several lines of text with a counter of characters. */
export function TextArea({ label, hideLabel, hint, errors, max, onInput, ...area }: TextAreaProps) {
  const [typed, setTyped] = useState(() => String(area.value ?? area.defaultValue ?? ""));
  const used = max === undefined ? 0 : countCharacters(String(area.value ?? typed));
  const over = max !== undefined && used > max;
  const counter = max !== undefined && <Counter used={used} max={max} />;
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} errors={errors} aside={counter}>
      {(control) => (
        <div className={cx(styles.box, (over || control["aria-invalid"]) && styles.bad)}>
          <textarea
            rows={4}
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
