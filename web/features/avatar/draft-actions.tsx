import { Camera, CircleHelp, Dices, Redo2, Save, ShoppingBag, Undo, Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import styles from "./customizer.module.css";
import { CustomizerHelp } from "./customizer-help.tsx";
import { avatarText } from "./text/avatar.ts";
import { closetText } from "./text/closet.ts";
import type { AvatarDraftState } from "./use-avatar-draft.ts";
import type { Checkout } from "./use-checkout.ts";
import { useDice } from "./use-dice.ts";

const photoModal = lazyPart(() => import("./photo-modal.tsx"));

export interface DraftActionsProps {
  draft: AvatarDraftState;
  checkout: Checkout;
  announce: (text: string) => void;
}

/** Saves, takes back, rolls or photographs a look. */
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
        <IconButton icon={Dices} label={closetText.dice} aria-busy={dice.busy} onClick={() => dice.roll()} />
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
      <CustomizerHelp open={help} onClose={() => setHelp(false)} />
    </div>
  );
}
