import styles from "./code-field.module.css";
import { TextField, type TextFieldProps } from "./text-field.tsx";

export function CodeField(props: Pick<TextFieldProps, "label" | "hint" | "errors" | "autoFocus">) {
  return (
    <TextField
      {...props}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // 6 digits and a space that people type between them.
      maxLength={7}
      className={styles.code}
      required
    />
  );
}
