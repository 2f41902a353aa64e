import { Ban, Flag } from "lucide-react";
import type { Profile } from "#domain/users/api.ts";
import { useUnblock } from "#web/features/blocks/block-act.ts";
import { useBlockWindow } from "#web/features/blocks/block-window.tsx";
import { blocksText } from "#web/text/blocks.ts";
import { popoverText } from "#web/text/popover.ts";
import type { MenuItem } from "#web/ui/menu.tsx";
import { PopoverMenu } from "./popover-menu.tsx";
import { loadAnew } from "./post.ts";

/** Somebody else's menu; `staff` are acts of those who look after the site. */
export default function UserMenu({ profile, staff }: { profile: Profile; staff: readonly MenuItem[] }) {
  const { username, block } = profile;
  const ask = useBlockWindow(loadAnew);
  const unblock = useUnblock(loadAnew);
  const blocking: MenuItem = block
    ? { label: blocksText.unblockUser, icon: Ban, onSelect: () => unblock.mutate(profile) }
    : { label: popoverText.block, icon: Ban, danger: true, onSelect: () => ask.ask(profile) };
  const report = { label: popoverText.reportUser, icon: Flag, to: `/report/user/${username}` };
  return (
    <>
      <PopoverMenu
        label={popoverText.more}
        variant="solid"
        groups={[
          { id: "acts", items: [report, blocking] },
          { id: "staff", items: staff },
        ]}
      />
      {ask.window}
    </>
  );
}
