import { ConfirmModal } from "#web/ui/modal.tsx";

interface DeleteModalProps {
  open: boolean;
  title: string;
  text: string;
  action: string;
  onClose: () => void;
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
