import { ConfirmModal, type ConfirmModalProps } from "#web/ui/modal.tsx";

export function DeleteModal(props: Omit<ConfirmModalProps, "onConfirm"> & { onDelete: () => void }) {
  const { onDelete, onClose, ...texts } = props;
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
