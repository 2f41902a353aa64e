import { X } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { type ReactNode, useState } from "react";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";
import styles from "./overlay.module.css";
import { controlsText } from "./text/controls.ts";

export interface ModalSurfaceProps {
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  text?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  wide?: boolean | undefined;
  /** An alert dialog that the user must respond to. */
  alert?: boolean | undefined;
  /** Shows title and close button only to screen readers. */
  bare?: boolean | undefined;
  /** Aligned to the top, so its title doesn't move when the height changes. */
  alignTop?: boolean | undefined;
}

/** The elements that get the focus back from each open modal: the first that is still there. */
const returnsOf = new WeakMap<Element, readonly HTMLElement[]>();

/** The element with the focus, and if that's in another modal, those that get it back from there. */
function focusNow(): readonly HTMLElement[] {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return [];
  return [active, ...(returnsOf.get(active.closest("[data-modal]") ?? active) ?? [])];
}

/** The open modal. Radix traps the focus and hides the page. Its Overlay isn't used, because it injects a <style>. */
export default function ModalSurface(props: ModalSurfaceProps) {
  const { onClose, title, text, children, footer, wide, alert, bare, alignTop } = props;
  const [returns] = useState(focusNow);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <div
          className={cx(styles.veil, alignTop && styles.top)}
          data-modal
          ref={(veil) => void (veil && returnsOf.set(veil, returns))}
        >
          <Dialog.Content
            aria-modal="true"
            role={alert ? "alertdialog" : "dialog"}
            className={cx(styles.panel, wide && styles.wide)}
            {...(text ? {} : { "aria-describedby": undefined })}
            onOpenAutoFocus={(event) => {
              // In forms, focuses the first field instead of the close button.
              const field = (event.target as HTMLElement).querySelector<HTMLElement>(
                "input:not([hidden], [type=hidden]), textarea, select",
              );
              if (!field) return;
              event.preventDefault();
              field.focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // Another modal took its place and has the focus already.
              if (!document.activeElement?.closest("[data-modal]"))
                returns.find(({ isConnected }) => isConnected)?.focus();
            }}
          >
            <div className={bare ? "sr-only" : styles.head}>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
              {!alert && <IconButton icon={X} label={controlsText.close} onClick={onClose} />}
            </div>
            {text && <Dialog.Description className={styles.text}>{text}</Dialog.Description>}
            {children}
            {footer && <div className={styles.foot}>{footer}</div>}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
