import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { type AsideRun, decideRunRoute } from "#domain/clears/api.ts";
import { call } from "#web/lib/api.ts";
import { askAnew } from "#web/lib/query.ts";
import { toldThen } from "#web/lib/told.ts";
import { implausibleClearsText as text } from "#web/text/implausible-clears.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Person } from "#web/ui/person.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./aside.module.css";

/** The queue, and the lists that a clear that counts after all stands in. */
const CHANGED = /^\/api\/(?:staff\/clears|levels\/\d+\/clears)/;

function useDecide(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (accept: boolean) => call(decideRunRoute, { params: { id }, input: { accept } }),
    onSuccess: toldThen(),
    onError: (error) => toast(error.message, { tone: "bad" }),
    // Also where somebody else was faster.
    onSettled: () => askAnew(client, CHANGED),
  });
}

/** A clear that was too fast to be true: whose, where, how fast, and what to do about it. */
export function AsideItem({ run }: { run: AsideRun }) {
  const { user, level, host, time_formatted, floor_formatted, created_at } = run;
  const decide = useDecide(run.id);
  const busy = (accept: boolean) => decide.isPending && decide.variables === accept;
  const press = (accept: boolean) => !decide.isPending && decide.mutate(accept);
  return (
    <Card className={styles.run}>
      <article className={styles.words}>
        <h2 className={styles.what}>{text.ran(time_formatted)}</h2>
        <p>{text.floor(floor_formatted)}</p>
        <div className={styles.by}>
          {text.by} <Person person={user} />
          <span className={styles.place}>
            {text.in} <TextLink to={level.url}>{level.title}</TextLink>
          </span>
        </div>
        <p className={styles.muted}>
          {text.host(host)}, <Time value={created_at} />
        </p>
      </article>
      <div className={styles.acts}>
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
      </div>
    </Card>
  );
}

/** A clear to come. */
export function AsideSkeleton() {
  return (
    <Card className={styles.run}>
      <div className={styles.words}>
        <Skeleton width={220} height={26} />
        <Skeleton width={260} height={24} />
        <Skeleton width="80%" height={32} />
        <Skeleton width={180} height={22} />
      </div>
    </Card>
  );
}
