import { type Removal, undoRemovalRoute } from "#domain/moderation/api.ts";
import { ReasonArea } from "#web/components/reason-area.tsx";
import { messageOf } from "#web/lib/action.ts";
import { EVERYTHING } from "#web/lib/cache.ts";
import { useForm } from "#web/lib/form.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { undoText as text } from "../text/undo.ts";

export interface UndoFormProps {
  removal: Removal;
  onClose: () => void;
}

export default function UndoForm({ removal: { type, target }, onClose }: UndoFormProps) {
  const form = useForm(undoRemovalRoute, {
    params: { removalType: type, target },
    toast: messageOf,
    changes: EVERYTHING,
    onDone: onClose,
  });
  return (
    <FormModal form={form} onClose={onClose} title={text.title} text={text.text} submit={text.submit}>
      <ReasonArea hint={text.hint} errors={form.errors.reason} />
    </FormModal>
  );
}
