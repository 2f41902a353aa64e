import { Ellipsis, Pencil, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { Avatar } from "#domain/avatar/api.ts";
import { countCharacters, LIMITS } from "#domain/limits.ts";
import {
  createOutfitRoute,
  deleteOutfitRoute,
  editOutfitRoute,
  type Outfit,
  outfitListRoute,
  wearOutfitRoute,
} from "#domain/outfits/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { avatarText } from "#web/features/avatar/text/avatar.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import type { Target } from "#web/lib/cache.ts";
import { errorText } from "#web/lib/error-text.ts";
import { checkInput } from "#web/lib/form.ts";
import { usePages } from "#web/lib/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { ConfirmModal, Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "../outfits.module.css";

const outfitsText = {
  none: "No outfits found",
  create: "New outfit",
  createHint: "Saves what your bopi is wearing. One tap puts it back on.",
  full: `You've reached the limit of ${LIMITS.outfits} outfits`,
  count: (count: number) => `${count} of ${LIMITS.outfits}`,
  name: "Name",
  createTitle: "Save this outfit",
  createText: "Your bopi is saved first, if it has changes.",
  createAction: "Create outfit",
  renameTitle: (name: string) => `Rename '${name}'`,
  renameAction: "Rename",
  deleteTitle: (name: string) => `Delete '${name}'?`,
  deleteText: "This can't be undone. The items stay yours.",
  deleteAction: "Delete outfit",
  wear: (name: string) => `Wear '${name}'`,
  more: (name: string) => `More for '${name}'`,
  rename: "Rename",
  remove: "Delete",
} as const;

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
          label={outfitsText.name}
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

interface DeleteOutfitModalProps {
  outfit: Outfit;
  onFail: (message: string) => void;
  onClose: () => void;
}

function DeleteOutfitModal({ outfit, onFail, onClose }: DeleteOutfitModalProps) {
  const { busy, run } = useAction(() => call(deleteOutfitRoute, { params: { id: outfit.id } }), {
    errors: (error) => onFail(errorText(error)),
    onEnd: onClose,
    changes: OUTFITS,
  });
  return (
    <ConfirmModal
      open
      title={outfitsText.deleteTitle(outfit.name)}
      text={outfitsText.deleteText}
      action={outfitsText.deleteAction}
      busy={busy}
      onConfirm={() => run()}
      onClose={onClose}
    />
  );
}

interface OutfitTileProps {
  outfit: Outfit;
  busy: boolean;
  onEquip: () => void;
  onRename: () => void;
  onDelete: () => void;
}

/** An outfit. Pressing it equips it; its menu renames or deletes it. */
function OutfitTile({ outfit, busy, onEquip, onRename, onDelete }: OutfitTileProps) {
  const { name, thumbnail_url, rendered } = outfit;
  const items = [
    { label: outfitsText.rename, icon: Pencil, onSelect: onRename },
    { label: outfitsText.remove, icon: Trash2, danger: true, onSelect: onDelete },
  ];
  return (
    <div className={styles.tile}>
      <button
        type="button"
        className={styles.equip}
        aria-label={outfitsText.wear(name)}
        aria-busy={busy || undefined}
        onClick={() => !busy && onEquip()}
      >
        <img
          className={rendered ? undefined : styles.drawing}
          src={thumbnail_url}
          width={200}
          height={200}
          alt=""
          loading="lazy"
          decoding="async"
        />
      </button>
      <div className={styles.footer}>
        <span className={styles.name} title={name} dir="auto">
          {name}
        </span>
        <Menu
          label={outfitsText.more(name)}
          groups={[{ id: "actions", items }]}
          trigger={(props) => <IconButton {...props} icon={Ellipsis} label={outfitsText.more(name)} />}
        />
      </div>
    </div>
  );
}

export interface OutfitsTabProps {
  search: string;
  /** Saves the bopi's changes. Rejects on failure. */
  save: () => Promise<void>;
  onEquipped: (avatar: Avatar) => void;
}

type OpenModal = { action: "create" } | { action: "rename" | "delete"; outfit: Outfit } | null;

export function OutfitsTab({ search, save, onEquipped }: OutfitsTabProps) {
  const list = usePages(outfitListRoute, (page) => ({ params: { page, search }, input: { pretty: "1" } }));
  const equipping = useAction(({ id }: Outfit) => call(wearOutfitRoute, { input: { id } }), {
    onDone: onEquipped,
    errors: "inline",
    parallel: true,
  });
  const [error, setError] = useState<string | null>(null);
  const problem = error ?? equipping.failure;
  const dismiss = () => {
    setError(null);
    equipping.dismiss();
  };
  const [openModal, setOpenModal] = useState<OpenModal>(null);
  const close = () => setOpenModal(null);
  if (list.isError) return <QueryError query={list} always />;
  const outfits = list.data?.pages.flatMap(({ data }) => data);
  // With a search the total counts only matches, so the limit is not shown.
  const total = search ? 0 : (list.data?.pages[0]?.meta.total ?? 0);
  return (
    <>
      {problem && <Banner onDismiss={dismiss}>{problem}</Banner>}
      <div className={styles.tiles} aria-busy={!outfits}>
        {!search && <CreateTile total={total} onPress={() => setOpenModal({ action: "create" })} />}
        {outfits?.map((outfit) => (
          <OutfitTile
            key={outfit.id}
            outfit={outfit}
            busy={equipping.busyWith?.id === outfit.id}
            onEquip={() => void equipping.run(outfit)}
            onRename={() => setOpenModal({ action: "rename", outfit })}
            onDelete={() => setOpenModal({ action: "delete", outfit })}
          />
        ))}
        {!outfits && [1, 2, 3, 4].map((key) => <Skeleton ratio="4 / 5" key={key} />)}
      </div>
      {outfits?.length === 0 && search && (
        <EmptyState
          title={outfitsText.none}
          text={avatarText.noneMatching}
          pose="shrug"
          noAction="The search box has a button that clears it"
        />
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {avatarText.showMore}
          </Button>
        </div>
      )}
      {openModal?.action === "create" && (
        <NameModal
          title={outfitsText.createTitle}
          hint={outfitsText.createText}
          action={outfitsText.createAction}
          initial=""
          send={async (name) => {
            // Saves the bopi's changes first, once the name is valid.
            checkInput(createOutfitRoute, { name });
            await save();
            return call(createOutfitRoute, { input: { name } });
          }}
          onClose={close}
        />
      )}
      {openModal?.action === "rename" && (
        <NameModal
          title={outfitsText.renameTitle(openModal.outfit.name)}
          action={outfitsText.renameAction}
          initial={openModal.outfit.name}
          send={(name) => call(editOutfitRoute, { params: { id: openModal.outfit.id }, input: { name } })}
          onClose={close}
        />
      )}
      {openModal?.action === "delete" && (
        <DeleteOutfitModal outfit={openModal.outfit} onFail={setError} onClose={close} />
      )}
    </>
  );
}

function CreateTile({ total, onPress }: { total: number; onPress: () => void }) {
  const full = total >= LIMITS.outfits;
  return (
    <button type="button" className={styles.create} disabled={full} onClick={onPress}>
      <Plus aria-hidden />
      <strong>{outfitsText.create}</strong>
      <span>{full ? outfitsText.full : outfitsText.createHint}</span>
      <small>{outfitsText.count(total)}</small>
    </button>
  );
}
