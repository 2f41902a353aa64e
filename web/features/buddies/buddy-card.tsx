import { Ellipsis, MessageCircle, UserCheck, UserX } from "lucide-react";
import type { BuddyTab } from "#domain/buddies/rules.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { LivePresenceBubble, LivePresenceText } from "#web/components/live-presence.tsx";
import { PersonCard } from "#web/components/person-card.tsx";
import { JoinButton } from "#web/components/play/join-button.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import styles from "./buddies.module.css";
import { buddiesText } from "./text.ts";
import type { BuddyAction } from "./use-buddy-action.ts";

const text = buddiesText;

interface BuddyCardActionsProps {
  person: PresentUserCard;
  tab: BuddyTab;
  /** The action in progress for this person. */
  busy: BuddyAction | null;
  onAction: (action: BuddyAction) => void;
  onRemove: () => void;
}

/** The list owner's buttons for a person. */
function BuddyCardActions({ person: { username }, tab, busy, onAction, onRemove }: BuddyCardActionsProps) {
  const buttonProps = (action: BuddyAction) => ({ busy: busy === action, onClick: () => onAction(action) });
  if (tab === "incoming") {
    return (
      <>
        <Button
          size="s"
          variant="primary"
          icon={UserCheck}
          aria-label={text.acceptOf(username)}
          {...buttonProps("accept")}
        >
          {text.accept}
        </Button>
        <Button size="s" icon={UserX} aria-label={text.declineOf(username)} {...buttonProps("delete")}>
          {text.decline}
        </Button>
      </>
    );
  }
  if (tab === "outgoing") {
    return (
      <Button size="s" icon={UserX} aria-label={text.cancelOf(username)} {...buttonProps("delete")}>
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
      <Menu
        label={text.moreOf(username)}
        groups={[
          {
            id: "actions",
            items: [{ label: text.removeBuddy, icon: UserX, danger: true, onSelect: onRemove }],
          },
        ]}
        trigger={(props) => (
          <IconButton {...props} icon={Ellipsis} label={text.moreOf(username)} className={styles.more} />
        )}
      />
    </>
  );
}

/** A person in a list of buddies or requests. `actions` is set on the user's own page. */
export function BuddyCard({
  person,
  actions,
}: {
  person: PresentUserCard;
  actions?: Omit<BuddyCardActionsProps, "person">;
}) {
  return (
    <PersonCard
      person={person}
      bubble={<LivePresenceBubble user={person} />}
      line={<LivePresenceText user={person} fallback={text.spirit(person.level)} />}
      action={<JoinButton person={person} size="s" />}
      actions={actions && <BuddyCardActions person={person} {...actions} />}
    />
  );
}
