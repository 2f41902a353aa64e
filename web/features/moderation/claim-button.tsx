import { Hand } from "lucide-react";
import { type CaseDetails, claimCaseRoute } from "#domain/moderation/api.ts";
import { toastFailure, useAct } from "#web/lib/act.ts";
import { call } from "#web/lib/api.ts";
import { useMember } from "#web/lib/user.ts";
import { caseText as text } from "#web/text/cases.ts";
import { moderationText } from "#web/text/moderation.ts";
import { Button } from "#web/ui/button.tsx";
import { Person } from "#web/ui/person.tsx";
import styles from "./case.module.css";
import type { useCaseNews } from "./use-case.ts";

export interface CaseActProps {
  one: CaseDetails;
  news: ReturnType<typeof useCaseNews>;
}

/** Takes a case on, so that nobody else does, or lets it go. */
export function ClaimButton({ one, news }: CaseActProps) {
  const { id: me } = useMember();
  const { id, claimed_by: holder } = one;
  const isMine = holder?.id === me;
  const act = useAct(
    () =>
      news.send(async () => {
        const { case: now } = await call(claimCaseRoute, { params: { id }, input: { claim: !isMine } });
        news.show(now);
      }),
    toastFailure,
  );
  return (
    <div className={styles.claim}>
      {isMine && <span className={styles.muted}>{moderationText.claimedByYou}</span>}
      {holder && !isMine && (
        <span className={styles.muted}>
          {moderationText.claimedBy} <Person person={holder} />
        </span>
      )}
      <Button icon={Hand} busy={act.busy} onClick={act.run}>
        {isMine ? text.release : holder ? text.takeOver : text.claim}
      </Button>
    </div>
  );
}
