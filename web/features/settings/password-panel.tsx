import { useState } from "react";
import { changePasswordRoute } from "#domain/settings/api.ts";
import { useForm } from "#web/lib/form.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
import { useMember } from "#web/lib/user.ts";
import { weakPassword } from "#web/lib/weak-password.ts";
import { accountText } from "#web/text/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { NewPassword } from "#web/ui/new-password.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { OwnPassword } from "#web/ui/password-field.tsx";
import styles from "./settings.module.css";

const text = accountText;

function ChangePassword({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const user = useMember();
  const form = useForm(changePasswordRoute, {
    check: ({ password }) => weakPassword(password, user),
    onDone: toastThen(onChanged, onClose),
  });
  return (
    <FormModal
      title={text.changePassword}
      text={text.passwordText}
      submit={text.changePassword}
      form={form}
      onClose={onClose}
    >
      {/* Tells whoever keeps passwords for people whose it is. */}
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <OwnPassword
        name="current_password"
        label={text.currentPassword}
        errors={form.errors.current_password}
      />
      <NewPassword label={text.newPassword} errors={form.errors} />
    </FormModal>
  );
}

/** The way to another password. */
export function PasswordPanel({ onChanged }: { onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel heading={text.password} text={text.passwordText}>
      <div className={styles.acts}>
        <Button onClick={() => setOpen(true)}>{text.changePassword}</Button>
      </div>
      {isOpen && <ChangePassword onClose={() => setOpen(false)} onChanged={onChanged} />}
    </Panel>
  );
}
