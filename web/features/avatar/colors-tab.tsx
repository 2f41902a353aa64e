import { useState } from "react";
import { colorKey, colorsOf } from "#domain/avatar/color-keys.ts";
import type { BopiPart } from "#domain/avatar/colors.ts";
import { selectPart } from "#domain/avatar/select-part.ts";
import { Switch } from "#web/ui/checkbox.tsx";
import { ColorPicker } from "./color-picker.tsx";
import styles from "./colors.module.css";
import { PartPicker } from "./part-picker.tsx";
import { avatarText } from "./text/avatar.ts";
import type { AvatarDraftState } from "./use-avatar-draft.ts";

/** The colors of the bopi's parts: part picker on the left, color picker on the right. */
export function ColorsTab({ draft }: { draft: AvatarDraftState }) {
  const [selected, setSelected] = useState<readonly BopiPart[]>(["head"]);
  const [several, setSeveral] = useState(false);
  if (!draft.current) return null;
  const { colors } = draft.current;
  const last = selected.at(-1) ?? "head";
  return (
    <div className={styles.colors}>
      <div className={styles.side}>
        <PartPicker
          colors={colorsOf(colors)}
          selected={selected}
          onSelect={(part, more) => setSelected(selectPart(selected, part, more || several))}
        />
        <p className={styles.selected} role="status">
          {avatarText.selected(selected.length, avatarText.parts[last])}
        </p>
        <Switch
          label={avatarText.several}
          hint={avatarText.severalHint}
          checked={several}
          onChange={setSeveral}
        />
      </div>
      <ColorPicker color={colors[colorKey(last)]} onPick={(color) => draft.setColor(selected, color)} />
    </div>
  );
}
