import { MessageCircle, UserCheck, UserX } from "lucide-react";
import type { BuddyTab } from "#domain/buddies/rules.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { UserBubble, UserStatus } from "#web/lib/live/presence.tsx";
import { buddiesText } from "#web/text/buddies.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { PersonCard } from "#web/ui/person-card.tsx";
import { JoinButton } from "../play/join-button.tsx";
import type { BuddyAct } from "./buddy-act.ts";

const text = buddiesText;

interface ActsProps {
  person: PresentUserCard;
  tab: BuddyTab;
  /** The act that is under way with this person. */
  busy: BuddyAct | null;
  onAct: (act: BuddyAct) => void;
  onRemove: () => void;
}

/** What the owner of a list can do about somebody in it. */
function Acts({ person: { username }, tab, busy, onAct, onRemove }: ActsProps) {
  const does = (act: BuddyAct) => ({ busy: busy === act, onClick: () => onAct(act) });
  if (tab === "incoming") {
    return (
      <>
        <Button
          size="s"
          variant="primary"
          icon={UserCheck}
          aria-label={text.acceptOf(username)}
          {...does("accept")}
        >
          {text.accept}
        </Button>
        <Button size="s" icon={UserX} aria-label={text.declineOf(username)} {...does("delete")}>
          {text.decline}
        </Button>
      </>
    );
  }
  if (tab === "outgoing") {
    return (
      <Button size="s" icon={UserX} aria-label={text.cancelOf(username)} {...does("delete")}>
        {text.cancel}
      </Button>
    );
  }
  return (
    <>
      <LinkButton
        size="s"
        icon={MessageCircle}
        to={`/chat?user=${username}`}
        aria-label={text.messageTo(username)}
      >
        {text.message}
      </LinkButton>
      <Button size="s" icon={UserX} aria-label={text.removeOf(username)} onClick={onRemove}>
        {text.remove}
      </Button>
    </>
  );
}

/** Somebody in a list of buddies or requests; `acts` is given on one's own page. */
export function BuddyCard({ person, acts }: { person: PresentUserCard; acts?: Omit<ActsProps, "person"> }) {
  return (
    <PersonCard
      person={person}
      bubble={<UserBubble user={person} />}
      line={<UserStatus user={person} otherwise={text.spirit(person.level)} />}
      act={<JoinButton person={person} size="s" />}
      acts={acts && <Acts person={person} {...acts} />}
    />
  );
}
