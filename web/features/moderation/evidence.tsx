import type { EvidenceCopy } from "#domain/moderation/api.ts";
import { caseText as text } from "#web/text/cases.ts";
import { Card } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { Section } from "#web/ui/page.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./case.module.css";
import { changesOf } from "./changes.ts";
import { MessageContext } from "./message-context.tsx";

/** A text with what went and what came since the copy before. It is shown as it was typed, never as markup. */
function Changed({ before, after }: { before: string | undefined; after: string }) {
  if (before === undefined || before === after) return after;
  let at = 0;
  return changesOf(before, after).map(({ kind, text: stretch }) => {
    const key = at;
    at += stretch.length;
    if (kind === "same") return stretch;
    const [Mark, label] = kind === "gone" ? (["del", text.removed] as const) : (["ins", text.added] as const);
    return (
      <Mark key={key} className={styles[kind]}>
        <span className="sr-only">{label}: </span>
        {stretch}
      </Mark>
    );
  });
}

interface CopyProps {
  copy: EvidenceCopy;
  before: EvidenceCopy | undefined;
  /** Its number, where there are several. */
  number: number | null;
}

/** The thing as it was at one time. */
function Copy({ copy, before, number }: CopyProps) {
  const { title, text: body, picture_url, messages, place, created_at } = copy;
  const hasNewPicture = picture_url && picture_url !== before?.picture_url;
  return (
    <Card className={styles.copy}>
      <div className={styles.when}>
        {number !== null && <h3>{text.copy(number)}</h3>}
        <span className={styles.muted}>
          {place && <>{place} · </>}
          <Time value={created_at} />
        </span>
      </div>
      {hasNewPicture && <img className={styles.picture} src={picture_url} alt={text.pictureAlt} />}
      {title && (
        <p className={styles.copyTitle}>
          <Changed before={before?.title} after={title} />
        </p>
      )}
      {messages.length > 0 ? (
        <MessageContext messages={messages} />
      ) : (
        (body || before?.text) && (
          <Truncate lines={20}>
            <blockquote className={styles.said}>
              <Changed before={before?.text} after={body} />
            </blockquote>
          </Truncate>
        )
      )}
    </Card>
  );
}

/** The copies of what was reported, the oldest first. */
export function Evidence({ copies }: { copies: readonly EvidenceCopy[] }) {
  const isSeveral = copies.length > 1;
  return (
    <Section heading={text.evidence}>
      <p className={styles.muted}>
        {text.evidenceHint} {isSeveral && text.changed}
      </p>
      {copies.map((copy, index) => (
        <Copy key={copy.id} copy={copy} before={copies[index - 1]} number={isSeveral ? index + 1 : null} />
      ))}
      {copies.length === 0 && <p>{text.noEvidence}</p>}
    </Section>
  );
}
