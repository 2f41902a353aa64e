import { Bell, EllipsisVertical, Flag, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { ConfirmModal, Modal, NoticeModal } from "#web/ui/modal.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { Case, ExampleRow } from "./case.tsx";

/** Examples of overlays. */
export function OverlayCases() {
  const [open, setOpen] = useState<"modal" | "confirm" | "notice" | null>(null);
  const close = () => setOpen(null);
  return (
    <Case name="Modal, Confirm, Popover, Menu, Tooltip, Toast">
      <ExampleRow>
        <Button onClick={() => setOpen("modal")}>Modal</Button>
        <Button onClick={() => setOpen("confirm")}>Confirm</Button>
        <Button onClick={() => setOpen("notice")}>Notice</Button>
      </ExampleRow>
      <ExampleRow>
        <Popover
          label="Notifications"
          trigger={(props) => <IconButton {...props} icon={Bell} label="Notifications" />}
        >
          Nothing new.
        </Popover>
        <Menu
          label="Level"
          trigger={(props) => <IconButton {...props} icon={EllipsisVertical} label="More" />}
          groups={[
            {
              id: "edit",
              items: [
                { label: "Edit", icon: Pencil, to: "/levels/1/edit" },
                { label: "Report", icon: Flag },
              ],
            },
            { id: "end", items: [{ label: "Delete", icon: Trash2, danger: true }] },
          ]}
        />
        <Tooltip text="The clear was probably removed" focusable>
          N/A
        </Tooltip>
      </ExampleRow>
      <ExampleRow>
        <Button onClick={() => toast("Saved", { tone: "good" })}>Good</Button>
        <Button onClick={() => toast("That couldn't be saved", { tone: "bad" })}>Bad</Button>
        <Button onClick={() => toast("Removed", { action: { label: "Undo", onSelect: () => {} } })}>
          Undo
        </Button>
      </ExampleRow>
      <Modal
        open={open === "modal"}
        onClose={close}
        title="Rate this level"
        text="Half stars count."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Save
            </Button>
          </>
        }
      >
        <TextField label="A field" />
      </Modal>
      <ConfirmModal
        open={open === "confirm"}
        onClose={close}
        title="Delete “Sky Maze”?"
        text="Its ratings and comments go with it."
        action="Delete level"
        onConfirm={close}
      />
      <NoticeModal
        open={open === "notice"}
        onClose={close}
        title="Error joining"
        text="This level's host is full."
      />
    </Case>
  );
}
