import { Sparkles } from "lucide-react";
import { SLOTS } from "#domain/avatar/slots.ts";
import { avatarText } from "#web/text/avatar.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import styles from "./customizer.module.css";
import { ItemTile } from "./item-tile.tsx";
import type { AvatarDraftState } from "./use-avatar-draft.ts";

/** The equipped items. A press removes one. */
export function EquippedTab({ draft, opensPage }: { draft: AvatarDraftState; opensPage: boolean }) {
  const equipped = SLOTS.flatMap((slot) => draft.current?.wardrobe[slot] ?? []);
  if (equipped.length === 0)
    return (
      <EmptyState icon={Sparkles} title={avatarText.nothingEquipped} text={avatarText.nothingEquippedText} />
    );
  return (
    <>
      <div className={styles.tiles}>
        {equipped.map((item) => (
          <ItemTile
            key={item.id}
            item={item}
            isEquipped
            opensPage={opensPage}
            onPress={() => draft.toggleItem(item)}
          />
        ))}
      </div>
      <div className={styles.more}>
        <Button onClick={draft.takeAllOff}>{avatarText.takeAllOff}</Button>
      </div>
    </>
  );
}
