import type { LucideIcon } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./checkbox.module.css";
import { cx } from "./cx.ts";

interface ToggleProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  label: ReactNode;
  hint?: string | undefined;
  onChange?: ((checked: boolean) => void) | undefined;
}

function Toggle({ label, hint, onChange, look, ...input }: ToggleProps & { look: "check" | "switch" }) {
  return (
    <label className={styles.row}>
      <input
        {...input}
        type="checkbox"
        role={look === "switch" ? "switch" : undefined}
        className={cx(styles.input, styles[look])}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      <span>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  );
}

/** A checkbox whose value is sent with a form. */
export const Checkbox = (props: ToggleProps) => <Toggle {...props} look="check" />;

/** A switch that takes effect immediately. */
export const Switch = (props: ToggleProps) => <Toggle {...props} look="switch" />;

export interface SegmentedControlProps<T extends string> {
  label: string;
  hideLabel?: boolean;
  options: readonly { value: T; label: string; icon?: LucideIcon }[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean | undefined;
}

/** Radio buttons as a row of segments, for a few options. */
export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>) {
  const { label, hideLabel, options, value, onChange, disabled } = props;
  const name = useId();
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className={hideLabel ? "sr-only" : styles.legend}>{label}</legend>
      <div className={styles.segments}>
        {options.map(({ value: option, label: text, icon: Icon }) => (
          <label className={styles.segment} key={option}>
            <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
            <span>
              {Icon && <Icon aria-hidden />}
              {text}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
