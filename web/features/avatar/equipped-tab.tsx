import type { DraftItem } from "#domain/avatar/avatar-changes.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import styles from "./customizer.module.css";
import { ItemGrid } from "./item-grid.tsx";
import { avatarText } from "./text/avatar.ts";
import type { AvatarDraftState } from "./use-avatar-draft.ts";

export interface EquippedTabProps {
  draft: AvatarDraftState;
  opensPage: boolean;
  onPress: (item: DraftItem) => void;
}

/** The equipped items. A press removes one. */
export function EquippedTab({ draft, opensPage, onPress }: EquippedTabProps) {
  const items = SLOTS.flatMap((slot) => draft.current?.wardrobe[slot] ?? []);
  if (items.length === 0)
    return (
      <EmptyState
        title={avatarText.nothingEquipped}
        text={avatarText.nothingEquippedText}
        art={<PosedBopi pose="shrug" />}
      >
        <LinkButton to="/shop">{avatarText.openShop}</LinkButton>
      </EmptyState>
    );
  return (
    <>
      <ItemGrid sections={[{ heading: null, items }]} draft={draft} opensPage={opensPage} onPress={onPress} />
      <div className={styles.more}>
        <Button onClick={draft.takeAllOff}>{avatarText.takeAllOff}</Button>
      </div>
    </>
  );
}
