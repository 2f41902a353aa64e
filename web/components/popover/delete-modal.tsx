import { ConfirmModal, type ConfirmModalProps } from "#web/ui/modal.tsx";

interface DeleteModalProps extends Omit<ConfirmModalProps, "onConfirm"> {
  onDelete: () => void;
}

export function DeleteModal({ onDelete, onClose, ...texts }: DeleteModalProps) {
  return (
    <ConfirmModal
      {...texts}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        onDelete();
      }}
    />
  );
}
