import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from "react";
import { MATERIALS, type Material } from "#domain/world/materials.ts";
import { listen } from "#web/lib/listen.ts";
import { deviceStorage, parseStored } from "#web/lib/storage.ts";
import { useBuilder, useEditorState } from "../builder-context.ts";
import { brushText, partText, brushText as text } from "../text/builder.ts";
import colorStyles from "./block-color-field.module.css";
import materialStyles from "./material-field.module.css";
import styles from "./properties.module.css";

/** Selected parts have different values. */
export const MIXED = Symbol("mixed");
export type Shared<T> = T | typeof MIXED;

/** Colors that show what a material is like: two tones of its surface. */
const TONES: Record<Material, readonly [string, string]> = {
  plastic: ["#e8574c", "#f27a70"],
  wood: ["#9a6a3c", "#b98550"],
  brick: ["#a3483a", "#c06a58"],
  grass: ["#4f9e3a", "#6dbb52"],
  dirt: ["#76502f", "#8d6440"],
  stone: ["#7f8288", "#9a9da3"],
  sand: ["#dcc083", "#ecd6a2"],
  snow: ["#eef4fa", "#ffffff"],
  ice: ["#a8dcf2", "#d4f0fb"],
  metal: ["#8f9aa6", "#c8d0d9"],
  glass: ["#bfe3ee", "#eafaff"],
  neon: ["#f5ff5c", "#ffffff"],
  water: ["#2f86d6", "#5aa9ea"],
  lava: ["#e2441c", "#ffb02e"],
  leaves: ["#3a7d34", "#59a14a"],
  cloth: ["#8a5fb0", "#a47cc7"],
};

function swatchStyle(material: Material): CSSProperties {
  const [dark, light] = TONES[material];
  return { background: `repeating-linear-gradient(135deg, ${dark} 0 6px, ${light} 6px 12px)` };
}

export function MaterialField({
  value,
  onChange,
}: {
  value: Shared<Material>;
  onChange: (material: Material) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in every browser
    <div className={materialStyles.materials} role="group" aria-label={brushText.material}>
      {MATERIALS.map((material) => (
        <button
          key={material}
          type="button"
          className={materialStyles.material}
          aria-pressed={material === value}
          onClick={() => onChange(material)}
        >
          <span className={materialStyles.picture} style={swatchStyle(material)} aria-hidden />
          {partText.materials[material]}
        </button>
      ))}
    </div>
  );
}

/** The colors that are offered, 6 hex digits each: a row of grays, then the rainbow in three tones. */
export const BLOCK_PALETTE: readonly string[] = [
  "ffffff d9d9d9 a6a6a6 6b6b6b 3d3d3d 161616",
  "e23b2e f99205 ffd23f 5fbf3f 1e8f5a 2fc4c4",
  "2f7fe0 2d3f8f 7b4fd6 d64fb5 ff8fb3 8a5a34",
  "f4b5a6 ffe3a8 c9e8a8 a8e0f0 c7b8f5 5a3a20",
].flatMap((row) => row.split(" "));

const STORAGE_KEY = "bopolis-builder-colors";
const MOST = 8;

/** Puts a color in front of the recent ones. Colors of the palette are always there. */
export function withRecentColor(recent: readonly string[], color: string): readonly string[] {
  if (BLOCK_PALETTE.includes(color)) return recent;
  return [color, ...recent.filter((one) => one !== color)].slice(0, MOST);
}

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
    <div className={colorStyles.swatches} role="group" aria-label={label}>
      {colors.map((color) => (
        <button
          key={color}
          type="button"
          className={colorStyles.swatch}
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
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    const element = input.current;
    if (element && value) element.value = `#${value}`;
  }, [value]);
  useEffect(() => {
    const element = input.current;
    // React's `onChange` is the browser's "input", which comes with each movement.
    return listen(element, "change", () => element && choose(element.value.slice(1).toLowerCase()));
  }, []);
  return (
    <label className={colorStyles.custom}>
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
    <div className={colorStyles.field}>
      <ColorInput value={color} onChoose={choose} />
      <Swatches label={text.palette} colors={BLOCK_PALETTE} value={color} onChoose={choose} />
      {recent.length > 0 && <Swatches label={text.recent} colors={recent} value={color} onChoose={choose} />}
    </div>
  );
}

export function BrushFields() {
  const { editor } = useBuilder();
  const { color, material } = useEditorState((state) => state.brush);
  return (
    <div className={styles.panel}>
      <p className={styles.hint}>{text.noneHint}</p>
      <h2 className={styles.heading}>{text.brush}</h2>
      <BlockColorField value={color} onChange={(next) => editor.setBrush({ color: next })} />
      <MaterialField value={material} onChange={(next) => editor.setBrush({ material: next })} />
    </div>
  );
}
