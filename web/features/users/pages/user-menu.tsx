import { Ban, Flag } from "lucide-react";
import type { Profile } from "#domain/users/api.ts";
import { reloadWithMessage } from "#web/components/popover/menu-action.ts";
import { PopoverMenu } from "#web/components/popover/popover-menu.tsx";
import { popoverText } from "#web/components/text/popover.ts";
import { useBlockModal } from "#web/features/blocks/block-modal.tsx";
import { blocksText } from "#web/features/blocks/text.ts";
import { useUnblock } from "#web/features/blocks/use-block.ts";
import type { MenuItem } from "#web/ui/menu-item.ts";

export default function UserMenu({ profile, staff }: { profile: Profile; staff: readonly MenuItem[] }) {
  const { username, block } = profile;
  const blockModal = useBlockModal(reloadWithMessage);
  const unblock = useUnblock(reloadWithMessage);
  const blocking: MenuItem = block
    ? { label: blocksText.unblockUser, icon: Ban, onSelect: () => void unblock.run(profile) }
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
