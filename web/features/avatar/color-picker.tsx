import { Check, Plus } from "lucide-react";
import { type KeyboardEvent, useRef, useState, useSyncExternalStore } from "react";
import { PALETTE, parseHex, parseRgb, toRgb, withColor } from "#domain/avatar/palette.ts";
import { isEnter } from "#web/lib/is-composing.ts";
import { deviceStorage, parseStored } from "#web/lib/storage.ts";
import { createStore } from "#web/lib/store.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./colors.module.css";
import { avatarText } from "./text/avatar.ts";

interface SwatchesProps {
  label: string;
  rows: readonly (readonly string[])[];
  color: string;
  onPick: (color: string) => void;
}

/** Rows of colors with a roving tabindex: arrow keys move between colors, Home and End within the row. */
function Swatches({ label, rows, color, onPick }: SwatchesProps) {
  const grid = useRef<HTMLDivElement>(null);
  const focusable = rows.flat().includes(color) ? color : rows[0]?.[0];
  const onKeyDown = (event: KeyboardEvent, row: number, column: number) => {
    const next = neighborOf(event.key, row, column, rows);
    if (!next) return;
    event.preventDefault();
    grid.current?.querySelector<HTMLButtonElement>(`[data-at="${next.join(" ")}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of colors is not a form field
    <div className={styles.swatches} role="group" aria-label={label} ref={grid}>
      {rows.map((colors, row) =>
        colors.map((hex, column) => (
          <button
            key={hex}
            type="button"
            className={styles.swatch}
            data-at={`${row} ${column}`}
            style={{ background: `#${hex}` }}
            aria-label={avatarText.color(hex)}
            aria-pressed={hex === color}
            title={`#${hex}`}
            tabIndex={hex === focusable ? 0 : -1}
            onClick={() => onPick(hex)}
            onKeyDown={(event) => onKeyDown(event, row, column)}
          >
            {hex === color && <Check aria-hidden style={{ color: inkOn(hex) }} />}
          </button>
        )),
      )}
    </div>
  );
}

function neighborOf(
  key: string,
  row: number,
  column: number,
  rows: readonly (readonly string[])[],
): [number, number] | null {
  const last = (rows[row]?.length ?? 1) - 1;
  const targets: Record<string, [number, number]> = {
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    Home: [row, 0],
    End: [row, last],
  };
  const next = targets[key];
  return next && rows[next[0]]?.[next[1]] ? next : null;
}

/** Returns dark or light ink, whichever is readable on the color. */
function inkOn(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140 ? "#0f0f0f" : "#ffffff";
}

const KEY = "bopolis-colors";

/** Reads the stored palette; empty if it is invalid. */
function readStored(): readonly string[] {
  const stored = parseStored(deviceStorage.get(KEY));
  return Array.isArray(stored) ? stored.flatMap((value) => parseHex(String(value)) ?? []) : [];
}

/** Colors saved in this browser, newest first. */
const ownPalette = createStore<readonly string[]>(readStored());

/** Saves a color to the user's own palette. */
function addToPalette(color: string): void {
  // Another tab may have added one.
  ownPalette.set(withColor(readStored(), color));
  deviceStorage.set(KEY, JSON.stringify(ownPalette.get()));
}

export interface ColorPickerProps {
  /** Six upper-case hex digits. */
  color: string;
  onPick: (color: string) => void;
}

/** Picks a color from the palette or the user's own palette, or typed as hex or RGB. */
export function ColorPicker({ color, onPick }: ColorPickerProps) {
  const ownColors = useSyncExternalStore(ownPalette.subscribe, ownPalette.get);
  return (
    <div className={styles.picker}>
      <h2>{avatarText.palette}</h2>
      <Swatches label={avatarText.palette} rows={PALETTE} color={color} onPick={onPick} />
      <h2>{avatarText.ownPalette}</h2>
      {ownColors.length > 0 ? (
        <Swatches label={avatarText.ownPalette} rows={rowsOf(ownColors)} color={color} onPick={onPick} />
      ) : (
        <p className={styles.hint}>{avatarText.ownEmpty}</p>
      )}
      <TypedColor color={color} onPick={onPick} />
    </div>
  );
}

const PER_ROW = 8;
const rowsOf = (colors: readonly string[]) =>
  Array.from({ length: Math.ceil(colors.length / PER_ROW) }, (_, row) =>
    colors.slice(row * PER_ROW, (row + 1) * PER_ROW),
  );

/** Hex and RGB fields for the current color. Input is applied as soon as it is a valid color. */
function TypedColor({ color, onPick }: ColorPickerProps) {
  const [hex, setHex] = useState(`#${color}`);
  const [rgb, setRgb] = useState(() => toRgb(color).map(String));
  // Another color replaces what was typed, but not in the fields that it comes from: the cursor stays.
  const [shown, setShown] = useState(color);
  if (shown !== color) {
    setShown(color);
    if (parseHex(hex) !== color) setHex(`#${color}`);
    if (parseRgb(rgb) !== color) setRgb(toRgb(color).map(String));
  }
  const apply = (parsed: string | null) => {
    if (parsed && parsed !== color) onPick(parsed);
  };
  /** Spells a finished color like any other. */
  const finishHex = () => {
    const parsed = parseHex(hex);
    if (parsed) setHex(`#${parsed}`);
    apply(parsed);
  };
  const finishRgb = () => {
    const parsed = parseRgb(rgb);
    if (parsed) setRgb(toRgb(parsed).map(String));
    apply(parsed);
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
          aria-invalid={parseHex(hex) === null}
          onChange={({ target }) => {
            setHex(target.value);
            // Three digits could be unfinished: they only count on blur or Enter.
            if (target.value.replace("#", "").length === 6) apply(parseHex(target.value));
          }}
          onBlur={finishHex}
          onKeyDown={(event) => isEnter(event) && finishHex()}
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
            onChange={({ target }) =>
              setRgb(rgb.map((channel, index) => (index === i ? target.value : channel)))
            }
            onBlur={finishRgb}
            onKeyDown={(event) => isEnter(event) && finishRgb()}
          />
        </div>
      ))}
      <Button icon={Plus} size="s" onClick={() => addToPalette(color)}>
        {avatarText.saveColor}
      </Button>
    </div>
  );
}
