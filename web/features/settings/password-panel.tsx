import { useState } from "react";
import { changePasswordRoute } from "#domain/settings/api.ts";
import { messageOf } from "#web/lib/action.ts";
import { useForm } from "#web/lib/form.ts";
import { useMember } from "#web/lib/user.ts";
import { weakPasswordErrors } from "#web/lib/weak-password.ts";
import { Button } from "#web/ui/button.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { NewPasswordFields } from "#web/ui/new-password.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { CurrentPasswordField } from "#web/ui/password-field.tsx";
import styles from "./settings.module.css";
import { accountText } from "./text/settings.ts";

const text = accountText;

function ChangePassword({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const user = useMember();
  const form = useForm(changePasswordRoute, {
    check: ({ password }) => weakPasswordErrors(password, user),
    toast: messageOf,
    onDone: () => {
      onChanged();
      onClose();
    },
  });
  return (
    <FormModal
      title={text.changePassword}
      text={text.passwordText}
      submit={text.changePassword}
      form={form}
      onClose={onClose}
    >
      {/* Lets password managers match the password to the account. */}
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <CurrentPasswordField
        name="current_password"
        label={text.currentPassword}
        errors={form.errors.current_password}
      />
      <NewPasswordFields label={text.newPassword} errors={form.errors} />
    </FormModal>
  );
}

/** The panel to change the password. */
export function PasswordPanel({ onChanged }: { onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel heading={text.password} text={text.passwordText}>
      <div className={styles.actions}>
        <Button onClick={() => setOpen(true)}>{text.changePassword}</Button>
      </div>
      {isOpen && <ChangePassword onClose={() => setOpen(false)} onChanged={onChanged} />}
    </Panel>
  );
}
