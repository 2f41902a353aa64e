import { type RefObject, useId, useRef, useState } from "react";

/** Props for the button that opens the panel. */
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
 * State of a panel anchored to a button. The panel's code is loaded when the pointer enters the button (`preload`) or when
 * it is clicked.
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
 * Handlers that all floating panels share: clicks on the trigger are left to the trigger, and closing returns the focus to
 * it unless the user clicked elsewhere or the chosen item has focused something.
 */
export function useReturnFocus({ anchor }: Pick<SurfaceProps, "anchor">) {
  const clickedElsewhere = useRef(false);
  return {
    onInteractOutside(event: { target: EventTarget | null; preventDefault: () => void }) {
      if (anchor.current?.contains(event.target as Node)) event.preventDefault();
      else clickedElsewhere.current = true;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const isFree = document.activeElement === document.body;
      if (isFree && !clickedElsewhere.current) anchor.current?.focus();
    },
  };
}
