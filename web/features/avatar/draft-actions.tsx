import { isCancelledError, useQueryClient } from "@tanstack/react-query";
import { Camera, CircleHelp, Dices, Redo2, Save, ShoppingBag, Undo, Undo2 } from "lucide-react";
import { useState } from "react";
import { closetRoute } from "#domain/avatar/api.ts";
import { randomDress } from "#domain/avatar/random-dress.ts";
import { ITEM_TYPE_NAMES, type ItemTypeName } from "#domain/items/item-types.ts";
import { useAction } from "#web/lib/action.ts";
import { toastError } from "#web/lib/error-text.ts";
import { queryFor } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { NoticeModal } from "#web/ui/modal.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import styles from "./customizer.module.css";
import { avatarText } from "./text/avatar.ts";
import { closetText } from "./text/closet.ts";
import type { AvatarDraftState } from "./use-avatar-draft.ts";
import type { Checkout } from "./use-checkout.ts";

/** How long the items to choose from stay cached. */
const CACHED_MS = 5 * 60_000;

/** Dresses the bopi at random in items that cost nothing: the first page of each category. */
function useDice(draft: AvatarDraftState, announce: (text: string) => void) {
  const client = useQueryClient();
  const fetchCloset = (category: ItemTypeName) =>
    client.fetchQuery({ ...queryFor(closetRoute, { params: { category } }), staleTime: CACHED_MS });
  const fetchClosets = () =>
    Promise.all(
      ITEM_TYPE_NAMES.map((category) =>
        // A change elsewhere cancels requests that may have read the state before it.
        fetchCloset(category).catch((error) =>
          isCancelledError(error) ? fetchCloset(category) : Promise.reject(error),
        ),
      ),
    );
  const { busy, run: roll } = useAction(fetchClosets, {
    onDone: (pages) => {
      const items = pages.flatMap(({ data }) => data).filter((item) => !draft.priceOf(item));
      const { wardrobe, colors } = randomDress(items, Math.random);
      draft.dress(wardrobe, colors);
      announce(closetText.diced);
    },
    errors: () => toastError(closetText.diceFailed),
  });
  return { busy, roll };
}

const photoModal = lazyPart(() => import("./photo-modal.tsx"));

export interface DraftActionsProps {
  draft: AvatarDraftState;
  checkout: Checkout;
  announce: (text: string) => void;
}

export function DraftActions({ draft, checkout, announce }: DraftActionsProps) {
  const [help, setHelp] = useState(false);
  const [photo, setPhoto] = useState(false);
  const dice = useDice(draft, announce);
  const { current, tried, isChanged } = draft;
  const total = tried.reduce((sum, { price }) => sum + price, 0);
  const isBuying = tried.length > 0;
  const state = isBuying ? closetText.trying(tried.length, total) : avatarText.unsaved;
  return (
    <div className={styles.actions}>
      <Button
        variant="primary"
        icon={isBuying ? ShoppingBag : Save}
        busy={checkout.busy}
        disabled={!isChanged}
        onClick={checkout.start}
      >
        {isBuying ? (total === 0 ? closetText.getAndWear : closetText.buyAndWear) : avatarText.save}
      </Button>
      <Button icon={Undo} disabled={!isChanged || checkout.busy} onClick={draft.undo}>
        <span className={styles.undoText}>{avatarText.undo}</span>
      </Button>
      <span className={styles.unsaved} role="status">
        {isChanged && !checkout.busy ? state : ""}
      </span>
      <div className={styles.tinyActions}>
        <IconButton
          icon={Undo2}
          label={closetText.stepBack}
          disabled={!draft.canStepBack || checkout.busy}
          onClick={draft.stepBack}
        />
        <IconButton
          icon={Redo2}
          label={closetText.stepForward}
          disabled={!draft.canStepForward || checkout.busy}
          onClick={draft.stepForward}
        />
        <IconButton
          icon={Dices}
          label={closetText.dice}
          disabled={!current}
          aria-busy={dice.busy}
          onClick={() => dice.roll()}
        />
        <IconButton
          icon={Camera}
          label={closetText.photo}
          disabled={!current}
          onClick={() => setPhoto(true)}
        />
        <IconButton icon={CircleHelp} label={avatarText.help} onClick={() => setHelp(true)} />
      </div>
      {photo && current && (
        <OnDemand part={photoModal} props={{ draft: current, onClose: () => setPhoto(false) }} />
      )}
      <NoticeModal open={help} onClose={() => setHelp(false)} title={avatarText.helpTitle}>
        <ul className={styles.help}>
          {avatarText.helpLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </NoticeModal>
    </div>
  );
}
