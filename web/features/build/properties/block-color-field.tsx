import { useEffect, useRef, useState } from "react";
import { brushText as text } from "../text/builder.ts";
import styles from "./block-color-field.module.css";
import { BLOCK_PALETTE, loadRecentColors, saveRecentColors, withRecentColor } from "./recent-colors.ts";
import { MIXED, type Shared } from "./shared-field.ts";

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

/** A color: from the palette, from those used last, or any. */
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
