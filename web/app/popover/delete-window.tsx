import { Confirm } from "#web/ui/modal.tsx";

interface DeleteWindowProps {
  open: boolean;
  title: string;
  text: string;
  action: string;
  onClose: () => void;
  onDelete: () => void;
}

/** Asks once before something is taken away; the page that is loaded anew shows that it is gone. */
export function DeleteWindow({ onDelete, onClose, ...words }: DeleteWindowProps) {
  return (
    <Confirm
      {...words}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        onDelete();
      }}
    />
  );
}
