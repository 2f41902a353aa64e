import { Plus } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { PALETTE, readHex, readRgb, toRgb } from "#domain/avatar/palette.ts";
import { avatarText } from "#web/text/avatar.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./colors.module.css";
import { keepColor, ownPalette } from "./own-palette.ts";
import { Swatches } from "./swatches.tsx";

export interface ColorPickerProps {
  /** Six upper-case hex digits. */
  color: string;
  onPick: (color: string) => void;
}

/** A colour from the palette, from one's own, or typed as hex or as red, green and blue. */
export function ColorPicker({ color, onPick }: ColorPickerProps) {
  const own = useSyncExternalStore(ownPalette.subscribe, ownPalette.get);
  return (
    <div className={styles.picker}>
      <h3>{avatarText.palette}</h3>
      <Swatches label={avatarText.palette} rows={PALETTE} color={color} onPick={onPick} />
      <h3>{avatarText.ownPalette}</h3>
      {own.length > 0 ? (
        <Swatches label={avatarText.ownPalette} rows={rowsOf(own)} color={color} onPick={onPick} />
      ) : (
        <p className={styles.hint}>{avatarText.ownEmpty}</p>
      )}
      <TypedColor key={color} color={color} onPick={onPick} />
    </div>
  );
}

const PER_ROW = 8;
const rowsOf = (colors: readonly string[]) =>
  Array.from({ length: Math.ceil(colors.length / PER_ROW) }, (_, row) =>
    colors.slice(row * PER_ROW, (row + 1) * PER_ROW),
  );

/** Fields that follow the colour until one types in them; what is typed is taken as soon as it is a colour. */
function TypedColor({ color, onPick }: ColorPickerProps) {
  const [hex, setHex] = useState(`#${color}`);
  const [rgb, setRgb] = useState(() => toRgb(color).map(String));
  const take = (found: string | null) => {
    if (found && found !== color) onPick(found);
  };
  return (
    <div className={styles.typed}>
      <span className={styles.chosen} style={{ background: `#${color}` }} aria-hidden />
      <div className={styles.hex}>
        <TextField
          label={avatarText.hex}
          value={hex}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={readHex(hex) === null}
          onChange={({ target }) => {
            setHex(target.value);
            // Three digits are a colour too, but also half of one: six decide, or leaving the field.
            if (target.value.replace("#", "").length === 6) take(readHex(target.value));
          }}
          onBlur={() => take(readHex(hex))}
          onKeyDown={(event) => event.key === "Enter" && take(readHex(hex))}
        />
      </div>
      {avatarText.rgb.map((label, i) => (
        <div className={styles.channel} key={label}>
          <TextField
            label={label}
            value={rgb[i]}
            maxLength={3}
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={!/^\d+$/.test(rgb[i] ?? "") || Number(rgb[i]) > 255}
            onChange={({ target }) => setRgb(rgb.map((one, at) => (at === i ? target.value : one)))}
            onBlur={() => take(readRgb(rgb))}
            onKeyDown={(event) => event.key === "Enter" && take(readRgb(rgb))}
          />
        </div>
      ))}
      <Button icon={Plus} size="s" onClick={() => keepColor(color)}>
        {avatarText.keep}
      </Button>
    </div>
  );
}
