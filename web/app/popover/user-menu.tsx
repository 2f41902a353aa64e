import { Ban, Flag } from "lucide-react";
import type { Profile } from "#domain/users/api.ts";
import { useBlockModal } from "#web/features/blocks/block-modal.tsx";
import { useUnblock } from "#web/features/blocks/use-block.ts";
import { blocksText } from "#web/text/blocks.ts";
import { popoverText } from "#web/text/popover.ts";
import type { MenuItem } from "#web/ui/menu-item.ts";
import { reloadWithMessage } from "./menu-action.ts";
import { PopoverMenu } from "./popover-menu.tsx";

/** The menu of another user; `staff` are items for moderators and admins. */
export default function UserMenu({ profile, staff }: { profile: Profile; staff: readonly MenuItem[] }) {
  const { username, block } = profile;
  const blockModal = useBlockModal(reloadWithMessage);
  const unblock = useUnblock(reloadWithMessage);
  const blocking: MenuItem = block
    ? { label: blocksText.unblockUser, icon: Ban, onSelect: () => unblock.mutate(profile) }
    : { label: popoverText.block, icon: Ban, danger: true, onSelect: () => blockModal.confirmBlock(profile) };
  const report = { label: popoverText.reportUser, icon: Flag, to: `/report/user/${username}` };
  return (
    <>
      <PopoverMenu
        label={popoverText.more}
        variant="solid"
        groups={[
          { id: "actions", items: [report, blocking] },
          { id: "staff", items: staff },
        ]}
      />
      {blockModal.modal}
    </>
  );
}
