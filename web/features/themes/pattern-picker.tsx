import { Ban } from "lucide-react";
import { type CSSProperties, useId } from "react";
import { THEME_PATTERNS } from "#domain/themes/patterns.ts";
import { themesText } from "./text.ts";
import styles from "./themes.module.css";

/** Radio buttons for all patterns, and for none. */
export function PatternPicker({
  chosen,
  onChoose,
}: {
  chosen: number | null;
  onChoose: (id: number | null) => void;
}) {
  const group = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{themesText.pattern}</legend>
      <div className={styles.patterns}>
        {[null, ...THEME_PATTERNS].map((pattern) => {
          const id = pattern?.id ?? null;
          const label = pattern?.name ?? themesText.noPattern;
          const drawing = { "--pattern": `url("/static/patterns/${pattern?.pattern_class}.svg")` };
          return (
            <label className={styles.pattern} key={label} title={label}>
              <input
                type="radio"
                name={group}
                className={styles.radio}
                checked={id === chosen}
                onChange={() => onChoose(id)}
                aria-label={label}
              />
              {pattern ? (
                <span className={styles.drawing} style={drawing as CSSProperties} />
              ) : (
                <Ban aria-hidden />
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
