import { Check, X } from "lucide-react";
import { type AsideRun, decideRunRoute } from "#domain/clears/api.ts";
import { call } from "#web/lib/api.ts";
import { useToastMutation } from "#web/lib/toast-mutation.ts";
import { implausibleClearsText as text } from "#web/text/implausible-clears.ts";
import { Button } from "#web/ui/button.tsx";
import { Time } from "#web/ui/facts.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Person } from "#web/ui/person.tsx";
import { QueueBones, QueueBy, QueueItem, QueueNote } from "#web/ui/queue-item.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./aside.module.css";

/** The queue, and the lists that a clear that counts after all stands in. */
const CHANGED = /^\/api\/(?:staff\/clears|levels\/\d+\/clears)/;

/** A clear that was too fast to be true: whose, where, how fast, and what to do about it. */
export function AsideItem({ run }: { run: AsideRun }) {
  const { user, level, host, time_formatted, floor_formatted, created_at } = run;
  const decide = useToastMutation(
    (accept: boolean) => call(decideRunRoute, { params: { id: run.id }, input: { accept } }),
    CHANGED,
  );
  const busy = (accept: boolean) => decide.isPending && decide.variables === accept;
  const press = (accept: boolean) => !decide.isPending && decide.mutate(accept);
  return (
    <QueueItem
      title={text.ran(time_formatted)}
      acts={
        <>
          <Button
            icon={Check}
            busy={busy(true)}
            aria-disabled={decide.isPending}
            aria-label={text.acceptOf(user.username, time_formatted)}
            onClick={() => press(true)}
          >
            {text.accept}
          </Button>
          <Button
            icon={X}
            busy={busy(false)}
            aria-disabled={decide.isPending}
            aria-label={text.dismissOf(user.username, time_formatted)}
            onClick={() => press(false)}
          >
            {text.dismiss}
          </Button>
        </>
      }
    >
      <p>{text.floor(floor_formatted)}</p>
      <QueueBy>
        {text.by} <Person person={user} />
        <span className={styles.place}>
          {text.in} <TextLink to={level.url}>{level.title}</TextLink>
        </span>
      </QueueBy>
      <QueueNote>
        {text.host(host)}, <Time value={created_at} />
      </QueueNote>
    </QueueItem>
  );
}

/** A clear to come. */
export function AsideSkeleton() {
  return (
    <QueueBones>
      <Skeleton width={220} height={26} />
      <Skeleton width={260} height={24} />
      <Skeleton width="80%" height={32} />
      <Skeleton width={180} height={22} />
    </QueueBones>
  );
}
