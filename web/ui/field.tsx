import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import styles from "./field.module.css";

export interface FieldProps {
  label: string;
  /** Keeps the label for screen readers only, where the form says it by its look. */
  hideLabel?: boolean | undefined;
  hint?: ReactNode;
  /** What is wrong with the field (`form.errors.name`). */
  errors?: string[] | undefined;
}

export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** Label, control, hint and errors, tied together. `aside` stands at the label's right end. */
export function Field({
  label,
  hideLabel,
  hint,
  errors = [],
  aside,
  children,
}: FieldProps & { aside?: ReactNode; children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const bad = errors.length > 0;
  const described = [hint ? `${id}-hint` : "", bad ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <div className={hideLabel ? "sr-only" : styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": bad || undefined,
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
