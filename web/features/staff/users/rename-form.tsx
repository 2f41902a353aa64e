import { renameRoute } from "#domain/staff/api.ts";
import { ReasonArea } from "#web/components/reason-area.tsx";
import { useForm } from "#web/lib/form.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { staffUsersText } from "../text/staff-users.ts";

const text = staffUsersText.renaming;

export interface RenameFormProps {
  username: string;
  onClose: () => void;
  onDone: (username: string) => void;
}

export default function RenameForm({ username, onClose, onDone }: RenameFormProps) {
  const form = useForm(renameRoute, {
    params: { username },
    onDone: (response) => {
      toast(response.message, { tone: "good" });
      onClose();
      onDone(response.username);
    },
  });
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={text.title(username)}
      text={text.text(username)}
      submit={text.submit}
    >
      <TextField
        name="username"
        label={text.username}
        errors={form.errors.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
      />
      <ReasonArea hint={text.hint} errors={form.errors.reason} />
    </FormModal>
  );
}
