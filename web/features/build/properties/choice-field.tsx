import { Select } from "#web/ui/select.tsx";
import { builderPropertiesText as text } from "../text/builder-properties.ts";
import { MIXED, type Shared } from "./shared-field.ts";

export interface ChoiceFieldProps<T extends string> {
  label: string;
  values: readonly T[];
  labels: Readonly<Record<T, string>>;
  value: Shared<T>;
  onChange: (value: T) => void;
}

/** One of a few values; a dash where parts have different ones. */
export function ChoiceField<T extends string>({
  label,
  values,
  labels,
  value,
  onChange,
}: ChoiceFieldProps<T>) {
  const options = values.map((one): { value: T | ""; label: string } => ({ value: one, label: labels[one] }));
  return (
    <Select<T | "">
      label={label}
      options={value === MIXED ? [{ value: "", label: text.mixed, disabled: true }, ...options] : options}
      value={value === MIXED ? "" : value}
      onChange={(next) => next !== "" && onChange(next)}
    />
  );
}
