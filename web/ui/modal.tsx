import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import type { ModalSurfaceProps } from "./modal-surface.tsx";
import { lazyPart, OnDemand } from "./on-demand.tsx";
import { uiText } from "./text/ui.ts";

const surface = lazyPart(() => import("./modal-surface.tsx"));

export interface ModalProps extends ModalSurfaceProps {
  open: boolean;
}

/** A dialog over the page; a sheet on phones. Its code loads when it first opens. */
export function Modal({ open, ...rest }: ModalProps) {
  return open && <OnDemand part={surface} props={rest} />;
}

export interface ConfirmModalProps {
  open: boolean;
  onClose: () => void;
  /** Names the object: "Delete 'Sky Maze'?" */
  title: string;
  text?: ReactNode;
  /** The confirm button's label, a verb: "Delete level". */
  action: string;
  onConfirm: () => void;
  busy?: boolean | undefined;
  danger?: boolean | undefined;
}

/** Asks for confirmation, usually before something that can't be undone. */
export function ConfirmModal({
  action,
  onConfirm,
  busy,
  danger = true,
  onClose,
  ...rest
}: ConfirmModalProps) {
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

/** A message with an Ok button. */
export function NoticeModal({
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
