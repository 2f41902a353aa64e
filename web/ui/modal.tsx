import type { ReactNode } from "react";
import { uiText } from "#web/text/ui.ts";
import { Button } from "./button.tsx";
import { latePart, OnDemand } from "./on-demand.tsx";

const surface = latePart(() => import("./modal-surface.tsx"));

export interface ModalProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  text?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  wide?: boolean | undefined;
  /** Interrupts: asks something that must be answered. */
  alert?: boolean | undefined;
  /** Keeps title and close button for screen readers only. */
  bare?: boolean | undefined;
  /** Stands at the top, where it grows and shrinks without its head moving. */
  high?: boolean | undefined;
}

/** A dialog over the page; a sheet on phones. Its behaviour is loaded when it first opens. */
export function Modal({ open, ...rest }: ModalProps) {
  return open && <OnDemand part={surface} props={rest} />;
}

export interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  /** Names the thing: "Delete 'Sky Maze'?" */
  title: string;
  text?: ReactNode;
  /** The act, as a verb: "Delete level". */
  action: string;
  onConfirm: () => void;
  busy?: boolean | undefined;
  danger?: boolean | undefined;
}

/** Asks once before something that cannot be undone. */
export function Confirm({ action, onConfirm, busy, danger = true, onClose, ...rest }: ConfirmProps) {
  return (
    <Modal
      {...rest}
      alert
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}

/** Says something that must be seen, with an Ok button. */
export function Notice({
  onClose,
  ...rest
}: Pick<ModalProps, "open" | "onClose" | "title" | "text" | "children">) {
  return (
    <Modal
      {...rest}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {uiText.ok}
        </Button>
      }
    />
  );
}
