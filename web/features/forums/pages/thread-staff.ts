import { FolderInput, Lock, LockOpen, Pin, PinOff, RotateCcw } from "lucide-react";
import {
  lockThreadRoute,
  moveThreadRoute,
  pinThreadRoute,
  restoreThreadRoute,
  type Thread,
} from "#domain/forums/api.ts";
import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import type { useMenuAction } from "#web/components/popover/menu-action.ts";
import { popoverText as text } from "#web/components/text/popover.ts";
import { call } from "#web/lib/api.ts";
import type { MenuGroup } from "#web/ui/menu-item.ts";

/** Returns the staff's menu items for a thread: pin, lock, move to another subforum, restore. */
export function threadStaffGroups(thread: Thread, runAction: ReturnType<typeof useMenuAction>): MenuGroup[] {
  const { id, pinned, locked } = thread;
  const params = { id };
  if (thread.deleted) {
    const restore = () => runAction(() => call(restoreThreadRoute, { params }));
    return [{ id: "staff", items: [{ label: text.restore, icon: RotateCcw, onSelect: restore }] }];
  }
  return [
    {
      id: "staff",
      items: [
        {
          label: pinned ? text.unpin : text.pin,
          icon: pinned ? PinOff : Pin,
          onSelect: () => runAction(() => call(pinThreadRoute, { params, input: { pinned: !pinned } })),
        },
        {
          label: locked ? text.unlock : text.lock,
          icon: locked ? LockOpen : Lock,
          onSelect: () => runAction(() => call(lockThreadRoute, { params, input: { locked: !locked } })),
        },
      ],
    },
    {
      id: "move",
      heading: text.moveTo,
      items: SUBFORUM_IDS.filter((subforum) => subforum !== thread.subforum_id).map((subforum) => ({
        label: text.subforum(subforum),
        icon: FolderInput,
        onSelect: () => runAction(() => call(moveThreadRoute, { params, input: { subforum_id: subforum } })),
      })),
    },
  ];
}
