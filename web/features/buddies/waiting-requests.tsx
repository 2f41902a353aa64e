import { UserCheck, X } from "lucide-react";
import { Link } from "react-router";
import type { UserCard } from "#domain/api/response.ts";
import type { WaitingRequests } from "#domain/buddies/waiting-requests.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { type Action, messageOf } from "#web/lib/action.ts";
import { useMember } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { MoreLink } from "#web/ui/more-link.tsx";
import styles from "./buddies.module.css";
import { buddiesText as text } from "./text.ts";
import { type BuddyAction, type BuddyPress, useBuddyAction } from "./use-buddy-action.ts";

interface WaitingRequestProps {
  person: UserCard;
  buddies: Action<BuddyPress>;
  onOpen: (() => void) | undefined;
}

function WaitingRequest({ person, buddies, onOpen }: WaitingRequestProps) {
  const { username, url } = person;
  const { busyWith } = buddies;
  const run = (action: BuddyAction) => () => {
    if (!busyWith) void buddies.run({ person, action });
  };
  return (
    <li className={styles.request}>
      <Headshot user={person} size={44} decorative />
      <p className={styles.requestText}>
        <Link to={url} onClick={onOpen}>
          <UserName user={person} />
        </Link>{" "}
        {text.wantsToBe}
      </p>
      <Button
        size="s"
        icon={UserCheck}
        aria-label={text.acceptOf(username)}
        busy={busyWith?.person.id === person.id && busyWith.action === "accept"}
        onClick={run("accept")}
      >
        {text.accept}
      </Button>
      <IconButton icon={X} label={text.declineOf(username)} onClick={run("delete")} />
    </li>
  );
}

interface WaitingRequestListProps {
  requests: WaitingRequests;
  /** Called when a link leaves the list. */
  onOpen?: (() => void) | undefined;
}

export function WaitingRequestList({ requests: { people, total }, onOpen }: WaitingRequestListProps) {
  const { username } = useMember();
  const buddies = useBuddyAction({ errors: "modal", toast: messageOf });
  if (people.length === 0) return null;
  return (
    <section aria-label={text.requests}>
      <ul>
        {people.map((person) => (
          <WaitingRequest key={person.id} person={person} buddies={buddies} onOpen={onOpen} />
        ))}
      </ul>
      {total > people.length && (
        <p className={styles.allRequests}>
          <MoreLink
            to={`/users/${username}/buddies/incoming`}
            label={text.allRequests(total)}
            onClick={onOpen}
          />
        </p>
      )}
    </section>
  );
}
