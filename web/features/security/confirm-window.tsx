import { confirmRoute } from "#domain/security/api.ts";
import { useForm } from "#web/lib/form.ts";
import { confirmText } from "#web/text/confirm.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { OwnPassword } from "#web/ui/password-field.tsx";

export interface ConfirmWindowProps {
  onConfirmed: () => void;
  onClose: () => void;
}

/** Asks for the password once more. */
export default function ConfirmWindow({ onConfirmed, onClose }: ConfirmWindowProps) {
  const form = useForm(confirmRoute, { onDone: onConfirmed });
  return (
    <FormModal {...confirmText} form={form} onClose={onClose}>
      <OwnPassword errors={form.errors.password} />
    </FormModal>
  );
}
