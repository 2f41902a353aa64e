import { useState } from "react";
import { deleteAccountRoute } from "#domain/settings/api.ts";
import { namesAccount } from "#domain/settings/rules.ts";
import { useForm } from "#web/lib/form.ts";
import { hearing } from "#web/lib/live/bus.ts";
import { useMember } from "#web/lib/user.ts";
import { leavingText } from "#web/text/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { OwnPassword } from "#web/ui/password-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./settings.module.css";

const text = leavingText;

function DeleteAccount({ onClose }: { onClose: () => void }) {
  const { username } = useMember();
  const form = useForm(deleteAccountRoute, {
    check: (input) => (namesAccount(input.username, username) ? {} : { username: [text.notTheName] }),
    onDone: () => {
      hearing.set(false);
      window.location.assign("/?deleted=1");
    },
  });
  return (
    <FormModal title={text.deleteTitle} submit={text.delete} danger form={form} onClose={onClose}>
      <dl className={styles.leaving}>
        <dt>{text.goes}</dt>
        <dd>{text.goesText}</dd>
        <dt>{text.stays}</dt>
        <dd>{text.staysText}</dd>
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
      <OwnPassword errors={form.errors.password} />
    </FormModal>
  );
}

/** The end of the account. */
export function DeletePanel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel heading={text.danger} text={text.dangerText} danger>
      <div className={styles.acts}>
        <Button variant="danger" onClick={() => setOpen(true)}>
          {text.delete}
        </Button>
      </div>
      {isOpen && <DeleteAccount onClose={() => setOpen(false)} />}
    </Panel>
  );
}
