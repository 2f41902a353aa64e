import { Sparkles } from "lucide-react";
import { SLOTS } from "#domain/avatar/slots.ts";
import { avatarText } from "#web/text/avatar.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import styles from "./customiser.module.css";
import { ItemTile } from "./item-tile.tsx";
import type { DraftState } from "./use-draft.ts";

/** All that is worn now; a press takes it off. */
export function WearingTab({ draft, opens }: { draft: DraftState; opens: boolean }) {
  const worn = SLOTS.flatMap((slot) => draft.draft?.wardrobe[slot] ?? []);
  if (worn.length === 0)
    return <EmptyState icon={Sparkles} title={avatarText.nothingWorn} text={avatarText.nothingWornText} />;
  return (
    <>
      <div className={styles.tiles}>
        {worn.map((item) => (
          <ItemTile key={item.id} item={item} worn opens={opens} onPress={() => draft.click(item)} />
        ))}
      </div>
      <div className={styles.more}>
        <Button onClick={draft.takeAllOff}>{avatarText.takeAllOff}</Button>
      </div>
    </>
  );
}
