import { type FormEvent, useId, useState } from "react";
import { countCharacters, LIMITS } from "#domain/limits.ts";
import { createOutfitRoute, deleteOutfitRoute, editOutfitRoute, type Outfit } from "#domain/outfits/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import type { Target } from "#web/lib/cache.ts";
import { errorText } from "#web/lib/error-text.ts";
import { checkInput } from "#web/lib/form.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal, Modal } from "#web/ui/modal.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./outfits.module.css";
import { outfitsText } from "./text.ts";

const text = outfitsText;
const OUTFITS: readonly Target[] = ["/api/outfits/**"];

interface NameModalProps {
  title: string;
  hint?: string;
  action: string;
  initial: string;
  /** Rejects with the error to show. */
  send: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** A modal with a name field. Errors from the server show at the field, and the input stays. */
function NameModal({ title, hint, action, initial, send, onClose }: NameModalProps) {
  const form = useId();
  const [name, setName] = useState(initial);
  const { busy, failure, run } = useAction(send, { onDone: onClose, errors: "inline", changes: OUTFITS });
  const length = countCharacters(name.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(name);
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      text={hint}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label={text.name}
          value={name}
          autoComplete="off"
          errors={failure ? [failure] : undefined}
          hint={
            <span className={length > LIMITS.outfitName ? styles.tooLong : undefined}>
              {length} / {LIMITS.outfitName}
            </span>
          }
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Modal>
  );
}

/** Saves the equipped items as a new outfit. Saves the bopi's changes first, once the name is valid. */
export function CreateOutfitModal({ save, onClose }: { save: () => Promise<void>; onClose: () => void }) {
  const create = async (name: string) => {
    checkInput(createOutfitRoute, { name });
    await save();
    return call(createOutfitRoute, { input: { name } });
  };
  return (
    <NameModal
      title={text.createTitle}
      hint={text.createText}
      action={text.createAction}
      initial=""
      send={create}
      onClose={onClose}
    />
  );
}

interface OutfitModalProps {
  outfit: Outfit;
  onClose: () => void;
}

/** Renames an outfit. */
export function RenameOutfitModal({ outfit, onClose }: OutfitModalProps) {
  return (
    <NameModal
      title={text.renameTitle(outfit.name)}
      action={text.renameAction}
      initial={outfit.name}
      send={(name) => call(editOutfitRoute, { params: { id: outfit.id }, input: { name } })}
      onClose={onClose}
    />
  );
}

/** Deletes an outfit after a confirmation. */
export function DeleteOutfitModal({
  outfit,
  onFail,
  onClose,
}: OutfitModalProps & { onFail: (message: string) => void }) {
  const { busy, run } = useAction(() => call(deleteOutfitRoute, { params: { id: outfit.id } }), {
    errors: (error) => onFail(errorText(error)),
    onEnd: onClose,
    changes: OUTFITS,
  });
  return (
    <ConfirmModal
      open
      title={text.deleteTitle(outfit.name)}
      text={text.deleteText}
      action={text.deleteAction}
      busy={busy}
      onConfirm={() => run()}
      onClose={onClose}
    />
  );
}
