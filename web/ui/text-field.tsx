import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { countCharacters } from "#domain/limits.ts";
import { Counter } from "./counter.tsx";
import { cx } from "./cx.ts";
import styles from "./field.module.css";
import { Field, type FieldProps } from "./field.tsx";

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<"input">, "id" | "max"> {
  icon?: LucideIcon | undefined;
  /** Maximum in user-perceived characters. Longer text is marked as invalid, not cut. Needs `value`. */
  max?: number | undefined;
  /** A control at the right end of the box (an IconButton). */
  action?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, hideLabel, hint, errors, icon: Icon, action, max, ...input } = props;
  const used = max === undefined ? 0 : countCharacters(String(input.value ?? ""));
  const over = max !== undefined && used > max;
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      errors={errors}
      labelEnd={max !== undefined && <Counter used={used} max={max} />}
    >
      {(control) => {
        const invalid = control["aria-invalid"] ?? input["aria-invalid"];
        return (
          <div className={cx(styles.box, (over || invalid === true) && styles.bad)}>
            {Icon && <Icon className={styles.icon} aria-hidden />}
            <input
              type="text"
              dir="auto"
              {...input}
              {...control}
              aria-invalid={invalid}
              className={cx(styles.input, input.className)}
            />
            {action}
          </div>
        );
      }}
    </Field>
  );
}
