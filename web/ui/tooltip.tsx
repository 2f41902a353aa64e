import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { cx } from "./cx.ts";
import styles from "./tooltip.module.css";

const WAIT_MS = 250;
const GAP = 8;

/** Above its anchor, or below where there is no room; inside the window in any case. */
function place(bubble: HTMLElement, anchor: HTMLElement): void {
  const target = anchor.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const left = target.left + target.width / 2 - width / 2;
  const above = target.top - height - GAP;
  bubble.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`;
  bubble.style.top = `${above < GAP ? target.bottom + GAP : above}px`;
}

function Bubble({ text, anchor, onAway }: { text: string; anchor: HTMLElement; onAway: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current) place(ref.current, anchor);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && onAway();
    window.addEventListener("scroll", onAway, { capture: true, passive: true });
    window.addEventListener("pointerdown", onAway);
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("scroll", onAway, { capture: true });
      window.removeEventListener("pointerdown", onAway);
      window.removeEventListener("keydown", onKey);
    };
  }, [onAway]);
  return createPortal(
    <div ref={ref} className={styles.bubble} aria-hidden>
      {text}
    </div>,
    document.body,
  );
}

interface TooltipProps {
  text: string;
  children: ReactNode;
  /** The child already says the same to a screen reader. */
  silent?: boolean;
  /** Shows on a tap as well. Without it, a child that is pressed to do something (`silent`) does not show its tooltip then. */
  tap?: boolean;
  /** Lets Tab reach a child that is plain text. */
  focusable?: boolean;
  /** Flows with the text around it. */
  inline?: boolean;
}

/**
 * A line of text about its child, on hover, focus or tap. Our own and not Radix's: it stands on every
 * screen's first load, where a positioning library would cost more than the page.
 */
export function Tooltip({ text, children, silent, tap = !silent, focusable, inline }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef(0);
  const [open, setOpen] = useState(false);
  const hide = useRef(() => {
    window.clearTimeout(timer.current);
    setOpen(false);
  }).current;
  useEffect(() => hide, [hide]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only reveals what is said in words beside it
    <span
      ref={anchor}
      className={cx(styles.anchor, inline && styles.inline)}
      tabIndex={focusable ? 0 : undefined}
      onPointerEnter={(event) => {
        if (event.pointerType === "touch") return;
        timer.current = window.setTimeout(() => setOpen(true), WAIT_MS);
      }}
      // A finger leaves as soon as it is lifted: its tooltip stays until the next touch anywhere.
      onPointerLeave={(event) => event.pointerType !== "touch" && hide()}
      onPointerUp={(event) => event.pointerType === "touch" && tap && setOpen(true)}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && setOpen(true)}
      onBlur={hide}
    >
      {children}
      {!silent && <span className="sr-only">{` (${text})`}</span>}
      {open && anchor.current && <Bubble text={text} anchor={anchor.current} onAway={hide} />}
    </span>
  );
}
