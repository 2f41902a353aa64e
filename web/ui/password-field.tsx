import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { IconButton } from "./icon-button.tsx";
import { TextField, type TextFieldProps } from "./text-field.tsx";

export const passwordText = {
  password: "Password",
  hint: `At least ${LIMITS.password.min} characters.`,
  repeat: "Repeat password",
  show: "Show password",
  hide: "Hide password",
} as const;

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "action">) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      action={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? passwordText.hide : passwordText.show}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

/** A field for the current password, which sensitive actions require. */
export const CurrentPasswordField = (props: Pick<TextFieldProps, "errors" | "name"> & { label?: string }) => (
  <PasswordField
    name="password"
    label={passwordText.password}
    {...props}
    autoComplete="current-password"
    required
  />
);
