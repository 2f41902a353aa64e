import { useId } from "react";
import { ITEM_TYPES, type ItemTypeId } from "#domain/items/item-types.ts";
import { TYPE_ICONS } from "#web/components/type-icons.ts";
import styles from "./create.module.css";
import { createItemText } from "./text/create-item.ts";

export interface TypePickerProps {
  types: readonly ItemTypeId[];
  value: ItemTypeId;
  onChange: (type: ItemTypeId) => void;
  hint?: string | undefined;
}

/** Picks the item's type, as large buttons. */
export function TypePicker({ types, value, onChange, hint }: TypePickerProps) {
  const id = useId();
  return (
    <fieldset className={styles.types} aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend>{createItemText.type}</legend>
      <div className={styles.typeList}>
        {types.map((type) => {
          const name = ITEM_TYPES[type];
          const Icon = TYPE_ICONS[name];
          return (
            <label className={styles.type} key={type}>
              <input type="radio" name={id} checked={type === value} onChange={() => onChange(type)} />
              <Icon aria-hidden />
              {createItemText.types[name]}
            </label>
          );
        })}
      </div>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
