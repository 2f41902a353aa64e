import { BlockModal } from "#web/features/blocks/block-modal.tsx";
import type { PersonDialog } from "#web/features/play/room/room-layer.tsx";
import { roomPeopleText } from "#web/features/play/text/room.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import { toast } from "#web/ui/toast-store.ts";
import { ReportForm } from "../report-form.tsx";
import { reportsText } from "../text/reports.ts";

export type PersonDialogsProps = PersonDialog;

export default function PersonDialogs({ kind, user, room, onClose }: PersonDialogsProps) {
  if (kind === "block")
    return <BlockModal person={user} onChanged={({ message }) => toast(message)} onClose={onClose} />;
  return (
    <Modal
      open
      wide
      alignTop
      title={roomPeopleText.reportTitle(user.username)}
      text={room ? roomPeopleText.reportText : reportsText.intro}
      onClose={onClose}
    >
      <ReportForm
        type="user"
        target={user.username}
        room={room}
        cancel={<Button onClick={onClose}>{uiText.cancel}</Button>}
        onDone={(message) => {
          toast(message, { tone: "good" });
          onClose();
        }}
      />
    </Modal>
  );
}
