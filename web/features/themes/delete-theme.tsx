import { Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteThemeRoute } from "#domain/themes/api.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
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
  const { busy, run } = useAction(() => call(deleteThemeRoute, { params: { id }, input: {} }), {
    toast: messageOf,
    onDone: () => onDeleted(id),
    errors: "toast",
    onEnd: () => setConfirming(false),
  });
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
        onConfirm={() => run()}
      />
    </>
  );
}
