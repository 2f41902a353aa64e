import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import type { Outfit } from "#domain/outfits/api.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import styles from "./outfits.module.css";
import { outfitsText } from "./text.ts";

export interface OutfitTileProps {
  outfit: Outfit;
  /** The outfit is being equipped. */
  busy: boolean;
  onEquip: () => void;
  onRename: () => void;
  onDelete: () => void;
}

/** An outfit. Pressing it equips it; its menu renames or deletes it. */
export function OutfitTile({ outfit, busy, onEquip, onRename, onDelete }: OutfitTileProps) {
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
