import { recoveryCodesRoute, twoFactorDisableRoute } from "#domain/security/api.ts";
import { messageOf } from "#web/lib/action.ts";
import { useForm } from "#web/lib/form.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { CurrentPasswordField } from "#web/ui/password-field.tsx";
import { securityText } from "./text/security.ts";

const text = securityText;

/** Turns two-factor authentication off. Requires the password. */
export function DisableTwoFactorForm({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const form = useForm(twoFactorDisableRoute, {
    toast: messageOf,
    onDone: () => {
      onChanged();
      onClose();
    },
  });
  return (
    <FormModal
      title={text.offTitle}
      text={text.offText}
      submit={text.turnOff}
      danger
      form={form}
      onClose={onClose}
    >
      <CurrentPasswordField errors={form.errors.password} />
    </FormModal>
  );
}

/** Creates new recovery codes. Requires the password. */
export function RenewCodesForm({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (codes: string[]) => void;
}) {
  const form = useForm(recoveryCodesRoute, {
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  return (
    <FormModal
      title={text.newCodes}
      text={text.newCodesText}
      submit={text.makeCodes}
      form={form}
      onClose={onClose}
    >
      <CurrentPasswordField errors={form.errors.password} />
    </FormModal>
  );
}
