import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import styles from "./field.module.css";

export interface FieldProps {
  label: string;
  /** Shows the label only to screen readers. */
  hideLabel?: boolean | undefined;
  hint?: ReactNode;
  /** Error messages of the field (`form.errors.name`). */
  errors?: string[] | undefined;
}

export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** A label, control, hint and errors, linked for screen readers. `labelEnd` is placed at the right end of the label. */
export function Field(
  props: FieldProps & { labelEnd?: ReactNode; children: (control: ControlProps) => ReactNode },
) {
  const { label, hideLabel, hint, errors = [], labelEnd, children } = props;
  const id = useId();
  const isInvalid = errors.length > 0;
  const describedBy = [hint ? `${id}-hint` : "", isInvalid ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <div className={hideLabel ? "sr-only" : styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {labelEnd}
      </div>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": isInvalid || undefined,
      })}
      {hint && (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <div id={`${id}-error`} className={styles.errors} aria-live="polite">
        {errors.map((error) => (
          <p className={styles.error} key={error}>
            <CircleAlert aria-hidden />
            {error}
          </p>
        ))}
      </div>
    </div>
  );
}
