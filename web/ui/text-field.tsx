import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./field.module.css";
import { Field, type FieldProps } from "./field.tsx";

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<"input">, "id"> {
  icon?: LucideIcon | undefined;
  /** A control inside the box's right end (an IconButton). */
  action?: ReactNode;
}

/** A single line of text. */
export function TextField({ label, hideLabel, hint, errors, icon: Icon, action, ...input }: TextFieldProps) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} errors={errors}>
      {(control) => (
        <div className={cx(styles.box, control["aria-invalid"] && styles.bad)}>
          {Icon && <Icon className={styles.icon} aria-hidden />}
          <input type="text" {...input} {...control} className={cx(styles.input, input.className)} />
          {action}
        </div>
      )}
    </Field>
  );
}
