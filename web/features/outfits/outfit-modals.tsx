import { type FormEvent, useId, useState } from "react";
import { countCharacters, LIMITS } from "#domain/limits.ts";
import { createOutfitRoute, deleteOutfitRoute, editOutfitRoute, type Outfit } from "#domain/outfits/api.ts";
import { errorText } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal, Modal } from "#web/ui/modal.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./outfits.module.css";
import { outfitsText } from "./text.ts";

const text = outfitsText;

interface NameModalProps {
  title: string;
  hint?: string;
  action: string;
  initial: string;
  /** Rejects with the error to show. */
  onSubmit: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** A modal with a name field. Errors from the server show at the field, and the input stays. */
function NameModal({ title, hint, action, initial, onSubmit, onClose }: NameModalProps) {
  const form = useId();
  const [name, setName] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const length = countCharacters(name.trim());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await onSubmit(name);
      onClose();
    } catch (failure) {
      setError(errorText(failure, text.failed));
      setBusy(false);
    }
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
          errors={error ? [error] : undefined}
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

/** Saves the equipped items as a new outfit. Saves the bopi's changes first. */
export function CreateOutfitModal({
  save,
  onDone,
  onClose,
}: {
  save: () => Promise<void>;
  onDone: () => unknown;
  onClose: () => void;
}) {
  const submit = async (name: string) => {
    await save();
    await call(createOutfitRoute, { input: { name } });
    onDone();
  };
  return (
    <NameModal
      title={text.createTitle}
      hint={text.createText}
      action={text.createAction}
      initial=""
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

interface OutfitModalProps {
  outfit: Outfit;
  onDone: () => unknown;
  onClose: () => void;
}

/** Renames an outfit. */
export function RenameOutfitModal({ outfit, onDone, onClose }: OutfitModalProps) {
  const submit = async (name: string) => {
    await call(editOutfitRoute, { params: { id: outfit.id }, input: { name } });
    onDone();
  };
  return (
    <NameModal
      title={text.renameTitle(outfit.name)}
      action={text.renameAction}
      initial={outfit.name}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

/** Deletes an outfit after a confirmation. */
export function DeleteOutfitModal({
  outfit,
  onDone,
  onFail,
  onClose,
}: OutfitModalProps & { onFail: (message: string) => void }) {
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await call(deleteOutfitRoute, { params: { id: outfit.id } });
      onDone();
    } catch (failure) {
      onFail(errorText(failure, text.failed));
    } finally {
      onClose();
    }
  };
  return (
    <ConfirmModal
      open
      title={text.deleteTitle(outfit.name)}
      text={text.deleteText}
      action={text.deleteAction}
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
