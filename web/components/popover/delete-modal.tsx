import { ConfirmModal } from "#web/ui/modal.tsx";

interface DeleteModalProps {
  open: boolean;
  title: string;
  text: string;
  action: string;
  onClose: () => void;
  onDelete: () => void;
}

/** Asks for confirmation before deleting something. */
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
