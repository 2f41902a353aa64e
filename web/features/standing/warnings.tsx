import { useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { seeWarningRoute } from "#domain/moderation/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { patch } from "#web/lib/cache.ts";
import { useRefreshUser } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import styles from "./standing.module.css";
import { standingText } from "./text/standing.ts";
import type { OwnStanding } from "./types.ts";

const text = standingText.warnings;
type Warning = OwnStanding["warnings"][number];

function WarningCard({ warning: { id, reason, seen, created_at } }: { warning: Warning }) {
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  const markSeen = useAction(() => call(seeWarningRoute, { params: { id } }), {
    onDone: () => {
      refreshUser();
      patch(client, "/api/standing", (standing) => ({
        ...standing,
        warnings: standing.warnings.map((warning) =>
          warning.id === id ? { ...warning, seen: true } : warning,
        ),
      }));
    },
    errors: "toast",
  });
  return (
    <Card className={styles.stack}>
      <div className={styles.line}>
        <Badge {...(!seen && { tone: "accent" as const })}>{seen ? text.wasSeen : text.unread}</Badge>
        <span className={styles.muted}>
          <RelativeTime value={created_at} />
        </span>
      </div>
      <p className={styles.quote}>{reason}</p>
      {!seen && (
        <div className={styles.actions}>
          <Button
            variant="primary"
            icon={Check}
            busy={markSeen.busy}
            aria-label={text.markSeen(reason)}
            onClick={() => markSeen.run()}
          >
            {text.seen}
          </Button>
        </div>
      )}
    </Card>
  );
}

export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  return (
    <Section heading={text.heading}>
      <p className={styles.muted}>{text.intro}</p>
      <ul className={styles.list}>
        {warnings.map((warning) => (
          <li key={warning.id}>
            <WarningCard warning={warning} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
