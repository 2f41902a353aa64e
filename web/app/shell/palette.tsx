import { lazy, Suspense, useEffect, useState } from "react";

const load = () => import("#web/features/search/palette.tsx");
const Palette = lazy(load);

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The search palette: opened by its buttons, by `/` and by Ctrl-K; its code comes when it is wanted. */
export function usePalette() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
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
      onPointerEnter: () => void load(),
      "aria-haspopup": "dialog" as const,
    },
    element: open && (
      <Suspense fallback={null}>
        <Palette onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
