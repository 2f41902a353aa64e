import { warnRoute } from "#domain/moderation/api.ts";
import { ReasonArea } from "#web/components/reason-area.tsx";
import { messageOf } from "#web/lib/action.ts";
import { useForm } from "#web/lib/form.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { staffUsersText } from "../text/staff-users.ts";

const text = staffUsersText.warning;

export interface WarnFormProps {
  username: string;
  onClose: () => void;
  onDone: () => void;
}

export default function WarnForm({ username, onClose, onDone }: WarnFormProps) {
  const form = useForm(warnRoute, {
    params: { username },
    toast: messageOf,
    onDone: () => {
      onDone();
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={text.title(username)}
      text={text.text}
      submit={text.submit}
    >
      <ReasonArea hint={text.hint} errors={form.errors.reason} />
    </FormModal>
  );
}
