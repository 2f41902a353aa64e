import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { authText } from "#web/text/auth.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextField, type TextFieldProps } from "#web/ui/text-field.tsx";

/** A password, which may be looked at while it is typed. */
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
          label={shown ? authText.hide : authText.show}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
