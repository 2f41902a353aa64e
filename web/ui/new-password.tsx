import type { FieldErrors } from "#domain/errors.ts";
import { PasswordField, passwordText } from "./password-field.tsx";

export function NewPasswordFields({ label, errors }: { label: string; errors: FieldErrors }) {
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        hint={passwordText.hint}
        errors={errors.password}
        autoComplete="new-password"
        required
      />
      <PasswordField
        name="password_confirmation"
        label={passwordText.repeat}
        errors={errors.password_confirmation}
        autoComplete="new-password"
        required
      />
    </>
  );
}
