import { Check } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { avatarText } from "#web/text/avatar.ts";
import styles from "./colors.module.css";

export interface SwatchesProps {
  label: string;
  rows: readonly (readonly string[])[];
  /** The colour that is chosen now. */
  color: string;
  onPick: (color: string) => void;
}

/** Rows of colours. One of them takes the focus; arrow keys go on from there, Home and End along the row. */
export function Swatches({ label, rows, color, onPick }: SwatchesProps) {
  const grid = useRef<HTMLDivElement>(null);
  const focusable = rows.flat().includes(color) ? color : rows[0]?.[0];
  const onKeyDown = (event: KeyboardEvent, row: number, column: number) => {
    const next = neighbour(event.key, row, column, rows);
    if (!next) return;
    event.preventDefault();
    grid.current?.querySelector<HTMLButtonElement>(`[data-at="${next.join(" ")}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of colours is no part of a form
    <div className={styles.swatches} role="group" aria-label={label} ref={grid}>
      {rows.map((colors, row) =>
        colors.map((one, column) => (
          <button
            key={one}
            type="button"
            className={styles.swatch}
            data-at={`${row} ${column}`}
            style={{ background: `#${one}` }}
            aria-label={avatarText.color(one)}
            aria-pressed={one === color}
            title={`#${one}`}
            tabIndex={one === focusable ? 0 : -1}
            onClick={() => onPick(one)}
            onKeyDown={(event) => onKeyDown(event, row, column)}
          >
            {one === color && <Check aria-hidden style={{ color: inkOn(one) }} />}
          </button>
        )),
      )}
    </div>
  );
}

function neighbour(
  key: string,
  row: number,
  column: number,
  rows: readonly (readonly string[])[],
): [number, number] | null {
  const last = (rows[row]?.length ?? 1) - 1;
  const places: Record<string, [number, number]> = {
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    Home: [row, 0],
    End: [row, last],
  };
  const next = places[key];
  return next && rows[next[0]]?.[next[1]] ? next : null;
}

/** Dark or light, whichever shows on a colour. */
function inkOn(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140 ? "#0f0f0f" : "#ffffff";
}
