import { UserCheck, X } from "lucide-react";
import { Link } from "react-router";
import type { UserCard } from "#domain/api/response.ts";
import type { WaitingRequests } from "#domain/buddies/waiting-requests.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { showActionError } from "#web/lib/action-error.ts";
import { useMember } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { MoreLink } from "#web/ui/more-link.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./buddies.module.css";
import { buddiesText as text } from "./text.ts";
import { type BuddyAction, type BuddyActionMutation, useBuddyAction } from "./use-buddy-action.ts";

interface WaitingRequestProps {
  person: UserCard;
  mutation: BuddyActionMutation;
  onOpen: (() => void) | undefined;
}

function WaitingRequest({ person, mutation, onOpen }: WaitingRequestProps) {
  const { username, url, bopi } = person;
  const busy = mutation.isPending && mutation.variables.person.id === person.id;
  const run = (action: BuddyAction) => () => {
    if (mutation.isPending) return;
    // Not callbacks of `mutate`, which aren't called once the row is gone.
    mutation
      .mutateAsync({ person, action })
      .then(({ message }) => toast(message, { tone: "good" }))
      .catch(showActionError);
  };
  return (
    <li className={styles.request}>
      <Headshot src={bopi.headshot_url} username={username} size={44} decorative />
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
        busy={busy && mutation.variables.action === "accept"}
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

/** Buddy requests that wait for the user, with Accept and Decline. Nothing if there are none. */
export function WaitingRequestList({ requests: { people, total }, onOpen }: WaitingRequestListProps) {
  const { username } = useMember();
  const mutation = useBuddyAction();
  if (people.length === 0) return null;
  return (
    <section aria-label={text.requests}>
      <ul>
        {people.map((person) => (
          <WaitingRequest key={person.id} person={person} mutation={mutation} onOpen={onOpen} />
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
