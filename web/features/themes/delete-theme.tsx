import { Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteThemeRoute } from "#domain/themes/api.ts";
import { call } from "#web/lib/api.ts";
import { themesText as text } from "#web/text/themes.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/modal.tsx";
import { toast } from "#web/ui/toast-store.ts";

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
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      const { message } = await call(deleteThemeRoute, { params: { id }, input: {} });
      toast(message, { tone: "good" });
      onDeleted(id);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { tone: "bad" });
      setBusy(false);
      setAsked(false);
    }
  };
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
        onConfirm={() => void remove()}
      />
    </>
  );
}
