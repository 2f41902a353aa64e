import { useState } from "react";
import { changeEmailRoute, type UserDetails } from "#domain/settings/api.ts";
import { messageOf } from "#web/lib/action.ts";
import { useForm } from "#web/lib/form.ts";
import { useResendVerification } from "#web/lib/resend-verification.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Panel, PanelRow } from "#web/ui/panel.tsx";
import { CurrentPasswordField } from "#web/ui/password-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./settings.module.css";
import { accountText } from "./text/settings.ts";

const text = accountText;

function ChangeEmail({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const form = useForm(changeEmailRoute, {
    toast: messageOf,
    onDone: () => {
      onChanged();
      onClose();
    },
  });
  return (
    <FormModal
      title={text.changeEmail}
      text={text.changeEmailText}
      submit={text.changeEmail}
      form={form}
      onClose={onClose}
    >
      <TextField
        name="email"
        type="email"
        label={text.newEmail}
        errors={form.errors.email}
        autoComplete="email"
        required
      />
      <CurrentPasswordField label={text.currentPassword} errors={form.errors.password} />
    </FormModal>
  );
}

/** The user's masked email address, its state, and a button to change it. */
export function EmailPanel({ details, onChanged }: { details: UserDetails; onChanged: () => void }) {
  const { email_address, email_verified } = details;
  const [isOpen, setOpen] = useState(false);
  const resend = useResendVerification();
  return (
    <Panel heading={text.email} text={text.emailText}>
      <PanelRow
        actions={
          <>
            {!email_verified && (
              <Button busy={resend.busy} onClick={() => resend.run()}>
                {text.resend}
              </Button>
            )}
            <Button onClick={() => setOpen(true)}>{text.changeEmail}</Button>
          </>
        }
      >
        <p className={styles.value}>{email_address}</p>
        <Badge tone={email_verified ? "playing" : "accent"}>
          {email_verified ? text.verified : text.notVerified}
        </Badge>
      </PanelRow>
      {isOpen && <ChangeEmail onClose={() => setOpen(false)} onChanged={onChanged} />}
    </Panel>
  );
}
