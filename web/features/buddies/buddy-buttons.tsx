import { ChevronDown, UserCheck, UserPlus, UserX } from "lucide-react";
import { useState } from "react";
import type { Profile } from "#domain/users/api.ts";
import type { Action } from "#web/lib/action.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { RemoveBuddy } from "./remove-buddy.tsx";
import { buddiesText as text } from "./text.ts";
import type { BuddyAction, BuddyPress } from "./use-buddy-action.ts";

interface BuddyButtonsProps {
  person: Pick<Profile, "id" | "username" | "relation">;
  /** Owned by the page, which also shows its errors. */
  buddies: Action<BuddyPress>;
}

export function BuddyButtons({ person, buddies }: BuddyButtonsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { relation } = person;
  const busyWith = buddies.busyWith?.action;
  const buttonProps = (action: BuddyAction) => ({
    busy: busyWith === action,
    onClick: () => {
      if (!busyWith) void buddies.run({ person, action });
    },
  });
  const close = () => setConfirming(false);
  return (
    <>
      {relation === "none" && (
        <Button variant="primary" icon={UserPlus} {...buttonProps("request")}>
          {text.add}
        </Button>
      )}
      {relation === "outgoing" && (
        <Button icon={UserX} {...buttonProps("delete")}>
          {text.cancel}
        </Button>
      )}
      {relation === "incoming" && (
        <>
          <Button variant="primary" icon={UserCheck} {...buttonProps("accept")}>
            {text.accept}
          </Button>
          <Button icon={UserX} {...buttonProps("delete")}>
            {text.decline}
          </Button>
        </>
      )}
      {relation === "buddy" && (
        <Menu
          label={text.isBuddy}
          groups={[
            {
              id: "actions",
              items: [
                { label: text.removeBuddy, icon: UserX, danger: true, onSelect: () => setConfirming(true) },
              ],
            },
          ]}
          trigger={(props) => (
            <Button {...props} icon={UserCheck}>
              {text.isBuddy}
              <ChevronDown size={18} aria-hidden />
            </Button>
          )}
        />
      )}
      <RemoveBuddy
        username={isConfirming && relation === "buddy" ? person.username : null}
        busy={busyWith === "delete"}
        onConfirm={() => buddies.run({ person, action: "delete" }).then(close)}
        onClose={close}
      />
    </>
  );
}
