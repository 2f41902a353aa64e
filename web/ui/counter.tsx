import { cx } from "./cx.ts";
import styles from "./field.module.css";
import { controlsText } from "./text/controls.ts";

/** Characters left from which screen readers announce the counter. */
const ANNOUNCE_FROM = 20;

/** "12 / 50" at a text field's label, in user-perceived characters. Red above the limit. */
export function Counter({ used, max }: { used: number; max: number }) {
  const over = used > max;
  return (
    <span className={cx(styles.count, over && styles.over)}>
      <span aria-hidden>{controlsText.count(used, max)}</span>
      <span className="sr-only" aria-live="polite">
        {over || max - used <= ANNOUNCE_FROM ? controlsText.charactersLeft(max - used) : ""}
      </span>
    </span>
  );
}
