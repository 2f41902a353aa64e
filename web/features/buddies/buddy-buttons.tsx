import { ChevronDown, UserCheck, UserPlus, UserX } from "lucide-react";
import { useState } from "react";
import type { Profile } from "#domain/users/api.ts";
import { buddiesText } from "#web/text/buddies.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import type { BuddyAct, BuddyActing } from "./buddy-act.ts";
import { RemoveBuddy } from "./remove-buddy.tsx";

const text = buddiesText;

/** Says that the two are buddies; what hangs on it ends that. */
function IsBuddy({ onRemove }: { onRemove: () => void }) {
  return (
    <Menu
      label={text.isBuddy}
      groups={[
        { id: "acts", items: [{ label: text.removeBuddy, icon: UserX, danger: true, onSelect: onRemove }] },
      ]}
      trigger={(props) => (
        <Button {...props} icon={UserCheck}>
          {text.isBuddy}
          <ChevronDown size={18} aria-hidden />
        </Button>
      )}
    />
  );
}

interface BuddyButtonsProps {
  person: Pick<Profile, "id" | "username" | "relation">;
  /** Of the page, which also shows what failed. */
  acting: BuddyActing;
}

/** What one can do about being somebody's buddy, on their page: ask, answer, take back, part. */
export function BuddyButtons({ person, acting }: BuddyButtonsProps) {
  const [asked, setAsked] = useState(false);
  const { relation } = person;
  const busyWith = acting.isPending ? acting.variables.act : null;
  const does = (act: BuddyAct) => ({
    busy: busyWith === act,
    onClick: () => {
      if (!busyWith) acting.mutate({ person, act });
    },
  });
  const close = () => setAsked(false);
  return (
    <>
      {relation === "none" && (
        <Button variant="primary" icon={UserPlus} {...does("request")}>
          {text.add}
        </Button>
      )}
      {relation === "outgoing" && (
        <Button icon={UserX} {...does("delete")}>
          {text.cancel}
        </Button>
      )}
      {relation === "incoming" && (
        <>
          <Button variant="primary" icon={UserCheck} {...does("accept")}>
            {text.accept}
          </Button>
          <Button icon={UserX} {...does("delete")}>
            {text.decline}
          </Button>
        </>
      )}
      {relation === "buddy" && <IsBuddy onRemove={() => setAsked(true)} />}
      <RemoveBuddy
        username={asked && relation === "buddy" ? person.username : null}
        busy={busyWith === "delete"}
        onConfirm={() => acting.mutate({ person, act: "delete" }, { onSettled: close })}
        onClose={close}
      />
    </>
  );
}
