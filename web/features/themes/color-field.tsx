import { HEX_COLOR } from "#domain/themes/api.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { themesText } from "./text.ts";
import styles from "./themes.module.css";

export interface ColorFieldProps {
  label: string;
  name: string;
  value: string;
  errors?: string[] | undefined;
  onChange: (color: string) => void;
}

/** A color as six hex digits, typed or chosen with the browser's picker. Drops the '#'. */
export function ColorField({ label, name, value, errors, onChange }: ColorFieldProps) {
  const isColor = HEX_COLOR.test(value);
  return (
    <TextField
      label={label}
      name={name}
      value={value}
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      errors={isColor ? errors : [themesText.wrongColor]}
      onChange={({ target }) => onChange(target.value.replaceAll("#", ""))}
      action={
        <input
          type="color"
          className={styles.picker}
          aria-label={themesText.pick(label)}
          value={isColor ? `#${value.toLowerCase()}` : "#000000"}
          onChange={({ target }) => onChange(target.value.slice(1))}
        />
      }
    />
  );
}
