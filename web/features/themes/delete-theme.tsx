import { Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteThemeRoute } from "#domain/themes/api.ts";
import { toastFailure, useAct } from "#web/lib/act.ts";
import { call } from "#web/lib/api.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
import { themesText as text } from "#web/text/themes.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/modal.tsx";

/** Deletes a theme of one's own, after asking. */
export function DeleteTheme({
  id,
  name,
  onDeleted,
}: {
  id: number;
  name: string;
  onDeleted: (id: number) => void;
}) {
  const [asked, setAsked] = useState(false);
  const { busy, run } = useAct(
    () => call(deleteThemeRoute, { params: { id }, input: {} }).then(toastThen(() => onDeleted(id))),
    (failure) => {
      toastFailure(failure);
      setAsked(false);
    },
  );
  return (
    <>
      <Button variant="quiet" icon={Trash2} onClick={() => setAsked(true)}>
        {text.remove}
      </Button>
      <Confirm
        open={asked}
        onClose={() => !busy && setAsked(false)}
        title={text.sureToRemove(name)}
        text={text.removeText}
        action={text.remove}
        busy={busy}
        onConfirm={run}
      />
    </>
  );
}
