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

/** The title names the object: "Delete 'Sky Maze'?" */
export interface ConfirmModalProps extends Pick<ModalProps, "open" | "onClose" | "title" | "text"> {
  /** The confirm button's label, a verb: "Delete level". */
  action: string;
  onConfirm: () => void;
  busy?: boolean | undefined;
  danger?: boolean | undefined;
}

/** Asks for confirmation, usually before something that can't be undone. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { action, onConfirm, busy, danger = true, onClose, ...rest } = props;
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
export function NoticeModal(props: Omit<ModalProps, "footer">) {
  const ok = (
    <Button variant="primary" onClick={props.onClose}>
      {uiText.ok}
    </Button>
  );
  return <Modal {...props} footer={ok} />;
}
