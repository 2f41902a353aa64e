import { useEffect, useRef, useState } from "react";
import { deviceStorage, parseStored } from "#web/lib/storage.ts";
import { brushText as text } from "../text/builder.ts";
import styles from "./block-color-field.module.css";
import { MIXED, type Shared } from "./shared-field.ts";

/** The colors that are offered, 6 hex digits each: a row of grays, then the rainbow in three tones. */
export const BLOCK_PALETTE = [
  "ffffff",
  "d9d9d9",
  "a6a6a6",
  "6b6b6b",
  "3d3d3d",
  "161616",
  "e23b2e",
  "f99205",
  "ffd23f",
  "5fbf3f",
  "1e8f5a",
  "2fc4c4",
  "2f7fe0",
  "2d3f8f",
  "7b4fd6",
  "d64fb5",
  "ff8fb3",
  "8a5a34",
  "f4b5a6",
  "ffe3a8",
  "c9e8a8",
  "a8e0f0",
  "c7b8f5",
  "5a3a20",
] as const;

const STORAGE_KEY = "bopolis-builder-colors";
const MOST = 8;

/** Puts a color in front of the recent ones. Colors of the palette are always there. */
export function withRecentColor(recent: readonly string[], color: string): readonly string[] {
  if ((BLOCK_PALETTE as readonly string[]).includes(color)) return recent;
  return [color, ...recent.filter((one) => one !== color)].slice(0, MOST);
}

/** The colors that this device used last, newest first. */
function loadRecentColors(): readonly string[] {
  const stored = parseStored(deviceStorage.get(STORAGE_KEY));
  if (!Array.isArray(stored)) return [];
  return stored.filter((one): one is string => /^[0-9a-f]{6}$/.test(String(one))).slice(0, MOST);
}

function saveRecentColors(recent: readonly string[]): void {
  deviceStorage.set(STORAGE_KEY, JSON.stringify(recent));
}

interface SwatchesProps {
  label: string;
  colors: readonly string[];
  value: string | null;
  onChoose: (color: string) => void;
}

function Swatches({ label, colors, value, onChoose }: SwatchesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in every browser
    <div className={styles.swatches} role="group" aria-label={label}>
      {colors.map((color) => (
        <button
          key={color}
          type="button"
          className={styles.swatch}
          style={{ backgroundColor: `#${color}` }}
          aria-label={text.colorOf(color)}
          title={`#${color}`}
          aria-pressed={color === value}
          onClick={() => onChoose(color)}
        />
      ))}
    </div>
  );
}

/** The browser's own color picker. It reports a color when it's closed, not while one looks for it. */
function ColorInput({ value, onChoose }: { value: string | null; onChoose: (color: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    const element = input.current;
    if (element && value) element.value = `#${value}`;
  }, [value]);
  useEffect(() => {
    const element = input.current;
    // React's `onChange` is the browser's "input", which comes with each movement.
    const onChange = () => element && choose.current(element.value.slice(1).toLowerCase());
    element?.addEventListener("change", onChange);
    return () => element?.removeEventListener("change", onChange);
  }, []);
  return (
    <label className={styles.custom}>
      <input ref={input} type="color" aria-label={text.customColor} defaultValue={`#${value ?? "ffffff"}`} />
      <span aria-hidden>{value ? `#${value}` : text.mixed}</span>
    </label>
  );
}

export function BlockColorField({
  value,
  onChange,
}: {
  value: Shared<string>;
  onChange: (color: string) => void;
}) {
  const [recent, setRecent] = useState(loadRecentColors);
  const color = value === MIXED ? null : value;
  const choose = (next: string) => {
    const colors = withRecentColor(loadRecentColors(), next);
    setRecent(colors);
    saveRecentColors(colors);
    onChange(next);
  };
  return (
    <div className={styles.field}>
      <ColorInput value={color} onChoose={choose} />
      <Swatches label={text.palette} colors={BLOCK_PALETTE} value={color} onChoose={choose} />
      {recent.length > 0 && <Swatches label={text.recent} colors={recent} value={color} onChoose={choose} />}
    </div>
  );
}
