import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { AppealForm } from "./appeal-form.tsx";
import { OwnAppeal } from "./own-appeal.tsx";
import styles from "./standing.module.css";
import { bannedText as text } from "./text/banned.ts";
import { standingText } from "./text/standing.ts";
import type { OwnBan } from "./types.ts";

/** A member's ban: its end, its reason, and their appeal. */
export function BanPanel({ ban: { reason, until, appeal, created_at } }: { ban: OwnBan }) {
  return (
    <>
      <Card className={styles.ban}>
        <div className={styles.art}>
          <PosedBopi pose="sit" />
        </div>
        <div className={styles.stack}>
          <p className={styles.end}>{until ? text.until(formatDateTime(until)) : text.permanent}</p>
          <p>
            <strong>{text.reason}:</strong> <bdi className={styles.quote}>{reason || text.noReason}</bdi>
          </p>
          <p className={styles.muted}>
            {text.since} <RelativeTime value={created_at} />.
          </p>
        </div>
      </Card>
      <Section heading={standingText.appeal.heading}>
        {appeal ? <OwnAppeal appeal={appeal} /> : <AppealForm />}
      </Section>
    </>
  );
}
