import { Hand } from "lucide-react";
import { type CaseDetails, claimCaseRoute } from "#domain/moderation/api.ts";
import { Person } from "#web/components/person.tsx";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useMember } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { caseText as text } from "../text/case.ts";
import { moderationText } from "../text/moderation.ts";
import styles from "./case.module.css";
import type { useCaseUpdate } from "./use-case.ts";

export interface CaseActionProps {
  details: CaseDetails;
  update: ReturnType<typeof useCaseUpdate>;
}

/** Claims a case, takes it over or releases it. */
export function ClaimButton({ details, update }: CaseActionProps) {
  const { id: me } = useMember();
  const { id, claimed_by: holder } = details;
  const isMine = holder?.id === me;
  const action = useAction(
    () => update.send(() => call(claimCaseRoute, { params: { id }, input: { claim: !isMine } })),
    { onDone: (response) => update.show(response.case), errors: "toast" },
  );
  return (
    <div className={styles.claim}>
      {isMine && <span className={styles.muted}>{moderationText.claimedByYou}</span>}
      {holder && !isMine && (
        <span className={styles.muted}>
          {moderationText.claimedBy} <Person person={holder} />
        </span>
      )}
      <Button icon={Hand} busy={action.busy} onClick={() => action.run()}>
        {isMine ? text.release : holder ? text.takeOver : text.claim}
      </Button>
    </div>
  );
}
