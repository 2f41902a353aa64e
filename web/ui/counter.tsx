import { controlsText } from "#web/text/controls.ts";
import { cx } from "./cx.ts";
import styles from "./field.module.css";

/** How close to the end the counter begins to speak. */
const NEAR = 20;

/** "12 / 50" at a text field's label, in characters as people count them; red when there are too many. */
export function Counter({ used, max }: { used: number; max: number }) {
  const over = used > max;
  return (
    <span className={cx(styles.count, over && styles.over)}>
      <span aria-hidden>{controlsText.count(used, max)}</span>
      <span className="sr-only" aria-live="polite">
        {over || max - used <= NEAR ? controlsText.charactersLeft(max - used) : ""}
      </span>
    </span>
  );
}
