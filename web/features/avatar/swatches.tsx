import { Check } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import styles from "./colors.module.css";
import { avatarText } from "./text/avatar.ts";

export interface SwatchesProps {
  label: string;
  rows: readonly (readonly string[])[];
  /** The selected color. */
  color: string;
  onPick: (color: string) => void;
}

/** Rows of colors with a roving tabindex: arrow keys move between colors, Home and End within the row. */
export function Swatches({ label, rows, color, onPick }: SwatchesProps) {
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
