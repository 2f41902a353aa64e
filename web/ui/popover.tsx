import { lazy, type ReactNode, Suspense } from "react";
import { type TriggerProps, useFloating } from "./floating.ts";

const load = () => import("./popover-surface.tsx");
const Surface = lazy(load);

export interface PopoverProps {
  /** Names the panel for screen readers. */
  label: string;
  /** Draws the button: `trigger={(props) => <IconButton {...props} … />}`. */
  trigger: (props: TriggerProps) => ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: "start" | "center" | "end";
}

/** A panel that hangs on a button; a sheet on phones. */
export function Popover({ label, trigger, children, align = "center" }: PopoverProps) {
  const floating = useFloating("dialog", load);
  return (
    <>
      {trigger(floating.trigger)}
      {floating.open && (
        <Suspense fallback={null}>
          <Surface {...floating.surface} label={label} align={align}>
            {typeof children === "function" ? children(floating.surface.onClose) : children}
          </Surface>
        </Suspense>
      )}
    </>
  );
}
