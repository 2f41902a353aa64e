import type { CSSProperties } from "react";
import { MATERIALS, type Material } from "#domain/world/materials.ts";
import { brushText, partText } from "../text/builder.ts";
import styles from "./material-field.module.css";
import type { Shared } from "./shared-field.ts";

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
    <div className={styles.materials} role="group" aria-label={brushText.material}>
      {MATERIALS.map((material) => (
        <button
          key={material}
          type="button"
          className={styles.material}
          aria-pressed={material === value}
          onClick={() => onChange(material)}
        >
          <span className={styles.picture} style={swatchStyle(material)} aria-hidden />
          {partText.materials[material]}
        </button>
      ))}
    </div>
  );
}
