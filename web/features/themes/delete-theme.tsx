import { Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteThemeRoute } from "#domain/themes/api.ts";
import { call } from "#web/lib/api.ts";
import { toastError, useAsyncAction } from "#web/lib/async-action.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { themesText as text } from "./text.ts";

/** Deletes one of the user's themes after a confirmation. */
export function DeleteTheme({
  id,
  name,
  onDeleted,
}: {
  id: number;
  name: string;
  onDeleted: (id: number) => void;
}) {
  const [isConfirming, setConfirming] = useState(false);
  const { busy, run } = useAsyncAction(
    () => call(deleteThemeRoute, { params: { id }, input: {} }).then(toastThen(() => onDeleted(id))),
    (failure) => {
      toastError(failure);
      setConfirming(false);
    },
  );
  return (
    <>
      <Button variant="quiet" icon={Trash2} onClick={() => setConfirming(true)}>
        {text.remove}
      </Button>
      <ConfirmModal
        open={isConfirming}
        onClose={() => !busy && setConfirming(false)}
        title={text.sureToRemove(name)}
        text={text.removeText}
        action={text.remove}
        busy={busy}
        onConfirm={run}
      />
    </>
  );
}
