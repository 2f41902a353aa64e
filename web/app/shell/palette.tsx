import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";

const palette = lazyPart(() => import("#web/features/search/palette.tsx"));

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Collects typed keys until the palette's input is loaded. */
function EarlyKeys({ target, onClose }: { target: RefObject<string>; onClose: () => void }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") return onClose();
      if (event.key === "Backspace") target.current = target.current.slice(0, -1);
      else if ([...event.key].length === 1) target.current += event.key;
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [target, onClose]);
  return null;
}

/** The search palette, opened by its buttons, `/` or Ctrl-K. Its code loads when it is first needed. */
export function usePalette() {
  const [open, setOpen] = useState(false);
  const typedEarly = useRef("");
  const close = useCallback(() => {
    typedEarly.current = "";
    setOpen(false);
  }, []);
  // A layout effect, so the shortcuts work from the first paint.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCtrlK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isCtrlK && (!isSlash || isTyping(event.target))) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return {
    trigger: {
      onClick: () => setOpen(true),
      onPointerEnter: palette.preload,
      "aria-haspopup": "dialog" as const,
    },
    element: open && (
      <OnDemand
        part={palette}
        props={{ typedEarly, onClose: close }}
        fallback={<EarlyKeys target={typedEarly} onClose={close} />}
      />
    ),
  };
}
