import type { LucideIcon } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx.ts";
import styles from "./toggle.module.css";

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

/** Yes or no, as part of what a form sends. */
export const Checkbox = (props: ToggleProps) => <Toggle {...props} look="check" />;

/** On or off, at once. */
export const Switch = (props: ToggleProps) => <Toggle {...props} look="switch" />;

export interface SegmentedProps<T extends string> {
  label: string;
  hideLabel?: boolean;
  options: readonly { value: T; label: string; icon?: LucideIcon }[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean | undefined;
}

/** A choice of one from few, all of them in sight. */
export function Segmented<T extends string>({
  label,
  hideLabel,
  options,
  value,
  onChange,
  disabled,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className={hideLabel ? "sr-only" : styles.legend}>{label}</legend>
      <div className={styles.segments}>
        {options.map(({ value: one, label: text, icon: Icon }) => (
          <label className={styles.segment} key={one}>
            <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
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
