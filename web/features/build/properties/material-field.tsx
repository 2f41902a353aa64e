import { MATERIALS, type Material } from "#domain/world/materials.ts";
import { brushText, partText } from "../text/builder.ts";
import styles from "./material-field.module.css";
import type { Shared } from "./shared-field.ts";
import { swatchStyle } from "./swatch-style.ts";

/** The materials with small pictures. */
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
