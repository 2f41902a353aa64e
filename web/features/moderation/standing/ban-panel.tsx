import { exactDate } from "#web/lib/format.ts";
import { standingText } from "#web/text/standing.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { Card } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { Section } from "#web/ui/page.tsx";
import { AppealForm } from "./appeal-form.tsx";
import { OwnAppeal } from "./own-appeal.tsx";
import styles from "./standing.module.css";
import type { OwnBan } from "./types.ts";

const text = standingText.ban;

/** Why one is banned and until when, and what one can say to it. */
export function BanPanel({ ban: { reason, until, appeal, created_at } }: { ban: OwnBan }) {
  return (
    <>
      <Card className={styles.ban}>
        <div className={styles.art}>
          <Bopi mood="sad" />
        </div>
        <div className={styles.stack}>
          <h2>{text.heading}</h2>
          <p>{until ? text.until(exactDate(until)) : text.forEver}</p>
          <p>
            <strong>{text.reason}:</strong> <span className={styles.said}>{reason || text.noReason}</span>
          </p>
          <p className={styles.muted}>
            {standingText.since} <Time value={created_at} />. {text.meanwhile}
          </p>
        </div>
      </Card>
      <Section heading={standingText.appeal.heading}>
        {appeal ? <OwnAppeal appeal={appeal} /> : <AppealForm />}
      </Section>
    </>
  );
}
