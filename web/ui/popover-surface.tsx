import * as Popper from "radix-ui/popover";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { type SurfaceProps, useReturnFocus } from "./floating.ts";
import styles from "./overlay.module.css";

type Props = SurfaceProps & { label: string; align: "start" | "center" | "end"; children: ReactNode };

export default function PopoverSurface({ id, anchor, onClose, label, align, children }: Props) {
  const handlers = useReturnFocus({ anchor });
  return (
    <Popper.Root open onOpenChange={(open) => !open && onClose()}>
      <Popper.Anchor virtualRef={anchor} />
      <Popper.Portal>
        <div className={styles.scrim} />
      </Popper.Portal>
      <Popper.Portal>
        <Popper.Content
          {...handlers}
          id={id}
          className={cx(styles.float, styles.padded)}
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={8}
        >
          {children}
        </Popper.Content>
      </Popper.Portal>
    </Popper.Root>
  );
}
