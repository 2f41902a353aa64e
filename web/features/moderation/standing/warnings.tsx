import { useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { seeWarningRoute, standingRoute } from "#domain/moderation/api.ts";
import { toastFailure, useAct } from "#web/lib/act.ts";
import { call } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useRefreshUser } from "#web/lib/user.ts";
import { standingText } from "#web/text/standing.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { Section } from "#web/ui/page.tsx";
import styles from "./standing.module.css";
import type { Standing } from "./types.ts";

const text = standingText.warnings;
const QUERY = queryFor(standingRoute, {});
type Warning = Standing["warnings"][number];

function OneWarning({ warning: { id, reason, seen, created_at } }: { warning: Warning }) {
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  const act = useAct(async () => {
    await call(seeWarningRoute, { params: { id } });
    refreshUser();
    client.setQueryData<Standing>(
      QUERY.queryKey,
      (old) =>
        old && {
          ...old,
          warnings: old.warnings.map((one) => (one.id === id ? { ...one, seen: true } : one)),
        },
    );
  }, toastFailure);
  return (
    <Card className={styles.stack}>
      <div className={styles.line}>
        <Badge {...(!seen && { tone: "accent" as const })}>{seen ? text.wasSeen : text.unread}</Badge>
        <span className={styles.muted}>
          <Time value={created_at} />
        </span>
      </div>
      <p className={styles.said}>{reason}</p>
      {!seen && (
        <div className={styles.acts}>
          <Button
            variant="primary"
            icon={Check}
            busy={act.busy}
            aria-label={text.markSeen(reason)}
            onClick={act.run}
          >
            {text.seen}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** What staff asked one not to do again; one says of each that one has read it. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  return (
    <Section heading={text.heading}>
      <p className={styles.muted}>{text.intro}</p>
      <ul className={styles.list}>
        {warnings.map((warning) => (
          <li key={warning.id}>
            <OneWarning warning={warning} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
