import { type RefObject, useId, useRef, useState } from "react";

/** What a trigger button spreads onto itself. */
export interface TriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  "aria-haspopup": "menu" | "dialog";
  "aria-expanded": boolean;
  "aria-controls": string | undefined;
  onClick: () => void;
  onPointerEnter: () => void;
}

export interface SurfaceProps {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/**
 * State of a panel that hangs on a button. The button is always there and light; the panel's code is
 * fetched when a pointer comes near (`preload`) or at the press.
 */
export function useFloating(kind: "menu" | "dialog", preload: () => void) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const trigger: TriggerProps = {
    ref: anchor,
    "aria-haspopup": kind,
    "aria-expanded": open,
    "aria-controls": open ? id : undefined,
    onClick: () => setOpen(!open),
    onPointerEnter: preload,
  };
  const surface: SurfaceProps = { id, anchor, onClose: () => setOpen(false) };
  return { open, trigger, surface };
}

/**
 * Handlers every floating panel shares: a press on its own trigger is left to the trigger, and focus goes
 * back there unless the person pressed somewhere else.
 */
export function useReturnFocus({ anchor }: Pick<SurfaceProps, "anchor">) {
  const elsewhere = useRef(false);
  return {
    onInteractOutside(event: { target: EventTarget | null; preventDefault: () => void }) {
      if (anchor.current?.contains(event.target as Node)) event.preventDefault();
      else elsewhere.current = true;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (!elsewhere.current) anchor.current?.focus();
    },
  };
}
