import { confirmRoute } from "#domain/security/api.ts";
import { useForm } from "#web/lib/form.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { CurrentPasswordField } from "#web/ui/password-field.tsx";

const confirmText = {
  title: "Is that you?",
  text: "Enter your password again to continue.",
  submit: "Continue",
} as const;

export interface ConfirmPasswordModalProps {
  onConfirmed: () => void;
  onClose: () => void;
}

export default function ConfirmPasswordModal({ onConfirmed, onClose }: ConfirmPasswordModalProps) {
  const form = useForm(confirmRoute, { onDone: onConfirmed });
  return (
    <FormModal {...confirmText} form={form} onClose={onClose}>
      <CurrentPasswordField errors={form.errors.password} />
    </FormModal>
  );
}
