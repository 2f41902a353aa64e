import type { ReactNode } from "react";
import { type TriggerProps, useFloating } from "./floating.ts";
import { lazyPart, OnDemand } from "./on-demand.tsx";

const surface = lazyPart(() => import("./popover-surface.tsx"));

export interface PopoverProps {
  /** Names the panel for screen readers. */
  label: string;
  /** Renders the button: `trigger={(props) => <IconButton {...props} … />}`. */
  trigger: (props: TriggerProps) => ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: "start" | "center" | "end";
}

const contentOf = (children: PopoverProps["children"], close: () => void) =>
  typeof children === "function" ? children(close) : children;

/** A panel opened by a button. A sheet on phones. */
export function Popover({ label, trigger, children, align = "center" }: PopoverProps) {
  const floating = useFloating("dialog", surface.preload);
  return (
    <>
      {trigger(floating.trigger)}
      {floating.open && (
        <OnDemand
          part={surface}
          props={{
            ...floating.surface,
            label,
            align,
            children: contentOf(children, floating.surface.onClose),
          }}
        />
      )}
    </>
  );
}
