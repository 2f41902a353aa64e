import { ChevronDown, ChevronUp } from "lucide-react";
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { controlsText } from "./text/controls.ts";
import styles from "./truncate.module.css";

const LINE = 20;

/** The text without empty lines, so none of the few lines shown is spent on nothing. */
const withoutEmptyLines = (text: ReactNode): ReactNode =>
  typeof text === "string" ? text.replace(/\n\s*\n/g, "\n") : text;

/** Shows the first lines (of 20 px each) of a text, with a button to expand it. Keeps line breaks. */
export function Truncate({ children, lines = 3 }: { children: ReactNode; lines?: number }) {
  const id = useId();
  const inner = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const element = inner.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setLong(element.offsetHeight > lines * LINE));
    observer.observe(element);
    return () => observer.disconnect();
  }, [lines]);
  return (
    <div>
      <div
        id={id}
        className={cx(styles.box, !open && styles.shut)}
        style={{ "--lines": lines } as CSSProperties}
      >
        <div ref={inner} dir="auto">
          {open ? children : withoutEmptyLines(children)}
        </div>
      </div>
      {isLong && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? controlsText.collapse : controlsText.expand}
          {open ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </button>
      )}
    </div>
  );
}
