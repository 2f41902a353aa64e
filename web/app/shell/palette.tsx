import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { latePart, OnDemand } from "#web/ui/on-demand.tsx";

const palette = latePart(() => import("#web/features/search/palette.tsx"));

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Stands where the palette will be: keeps what is typed until its box is there to take it. */
function EarlyKeys({ into, onClose }: { into: RefObject<string>; onClose: () => void }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") return onClose();
      if (event.key === "Backspace") into.current = into.current.slice(0, -1);
      else if ([...event.key].length === 1) into.current += event.key;
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [into, onClose]);
  return null;
}

/** The search palette: opened by its buttons, by `/` and by Ctrl-K; its code comes when it is wanted. */
export function usePalette() {
  const [open, setOpen] = useState(false);
  const early = useRef("");
  const close = useCallback(() => {
    early.current = "";
    setOpen(false);
  }, []);
  // Before the page is seen: who sees it may press the key.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!command && (!slash || isTyping(event.target))) return;
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
        props={{ early, onClose: close }}
        waiting={<EarlyKeys into={early} onClose={close} />}
      />
    ),
  };
}
