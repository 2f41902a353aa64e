import { useState } from "react";
import { deleteAccountRoute } from "#domain/settings/api.ts";
import { matchesUsername } from "#domain/settings/rules.ts";
import { useForm } from "#web/lib/form.ts";
import { socketEnabled } from "#web/lib/live/live-events.ts";
import { useMember } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { CurrentPasswordField } from "#web/ui/password-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./settings.module.css";
import { leavingText as text } from "./text/settings.ts";

function DeleteAccount({ onClose }: { onClose: () => void }) {
  const { username } = useMember();
  const form = useForm(deleteAccountRoute, {
    check: (input) => (matchesUsername(input.username, username) ? {} : { username: [text.notTheName] }),
    onDone: () => {
      socketEnabled.set(false);
      window.location.assign("/?deleted=1");
    },
  });
  return (
    <FormModal title={text.deleteTitle} submit={text.delete} danger form={form} onClose={onClose}>
      <dl className={styles.leaving}>
        <dt>{text.deleted}</dt>
        <dd>{text.deletedText}</dd>
        <dt>{text.remains}</dt>
        <dd>{text.remainsText}</dd>
      </dl>
      <TextField
        name="username"
        label={text.typeName(username)}
        errors={form.errors.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <CurrentPasswordField errors={form.errors.password} />
    </FormModal>
  );
}

export function DeletePanel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel heading={text.danger} text={text.dangerText} danger>
      <div className={styles.actions}>
        <Button variant="danger" onClick={() => setOpen(true)}>
          {text.delete}
        </Button>
      </div>
      {isOpen && <DeleteAccount onClose={() => setOpen(false)} />}
    </Panel>
  );
}
