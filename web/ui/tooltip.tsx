import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { cx } from "./cx.ts";
import styles from "./tooltip.module.css";

const WAIT_MS = 250;
const GAP = 8;

/** Positions the bubble above its anchor, or below if there is no room, and always inside the viewport. */
function positionBubble(bubble: HTMLElement, anchor: HTMLElement): void {
  const target = anchor.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const left = target.left + target.width / 2 - width / 2;
  const above = target.top - height - GAP;
  bubble.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`;
  bubble.style.top = `${above < GAP ? target.bottom + GAP : above}px`;
}

function Bubble({ text, anchor, onHide }: { text: string; anchor: HTMLElement; onHide: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current) positionBubble(ref.current, anchor);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && onHide();
    window.addEventListener("scroll", onHide, { capture: true, passive: true });
    window.addEventListener("pointerdown", onHide);
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("scroll", onHide, { capture: true });
      window.removeEventListener("pointerdown", onHide);
      window.removeEventListener("keydown", onKey);
    };
  }, [onHide]);
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
  /** Not announced, because the child already has the same text for screen readers. */
  silent?: boolean;
  /** Also shows on a tap. Off by default for `silent` children, where a tap is an action. */
  tap?: boolean;
  /** Makes a plain text child reachable by Tab. */
  focusable?: boolean;
  /** Inline with the surrounding text. */
  inline?: boolean;
}

/**
 * A line of text about its child, on hover, focus or tap. It is on every first screen, so it doesn't use Radix, whose
 * positioning library is larger than the page.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only reveals text that is also next to it
    <span
      ref={anchor}
      className={cx(styles.anchor, inline && styles.inline)}
      tabIndex={focusable ? 0 : undefined}
      onPointerEnter={(event) => {
        if (event.pointerType === "touch") return;
        timer.current = window.setTimeout(() => setOpen(true), WAIT_MS);
      }}
      // Touch pointers leave when the finger lifts: the tooltip stays until the next touch.
      onPointerLeave={(event) => event.pointerType !== "touch" && hide()}
      onPointerUp={(event) => event.pointerType === "touch" && tap && setOpen(true)}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && setOpen(true)}
      onBlur={hide}
    >
      {children}
      {!silent && <span className="sr-only">{` (${text})`}</span>}
      {open && anchor.current && <Bubble text={text} anchor={anchor.current} onHide={hide} />}
    </span>
  );
}
