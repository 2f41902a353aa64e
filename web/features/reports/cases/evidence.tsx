import type { EvidenceCopy } from "#domain/moderation/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { diffWords } from "#web/lib/diff-words.ts";
import { Badge, Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import { caseText as text } from "../text/case.ts";
import styles from "./case.module.css";

/** A text with the words removed and added since the previous copy. Plain text, never parsed as markup. */
function DiffText({ before, after }: { before: string | undefined; after: string }) {
  if (before === undefined || before === after) return after;
  let offset = 0;
  return diffWords(before, after).map(({ kind, text: part }) => {
    const key = offset;
    offset += part.length;
    if (kind === "same") return part;
    const [Element, label] =
      kind === "removed" ? (["del", text.removed] as const) : (["ins", text.added] as const);
    return (
      <Element key={key} className={styles[kind]}>
        <span className="sr-only">{label}: </span>
        {part}
      </Element>
    );
  });
}

interface EvidenceCardProps {
  copy: EvidenceCopy;
  before: EvidenceCopy | undefined;
  /** Its number if there are several copies, else null. */
  number: number | null;
}

function EvidenceCard({ copy, before, number }: EvidenceCardProps) {
  const { title, text: body, picture_url, messages, place, created_at } = copy;
  // The text of a reported message is among the messages. A user has a bio and the chat of a room.
  const isMessage = messages.length > 0 && !title;
  const hasNewPicture = picture_url && picture_url !== before?.picture_url;
  return (
    <Card className={styles.copy}>
      <div className={styles.when}>
        {number !== null && <h3>{text.copy(number)}</h3>}
        <span className={styles.muted}>
          {place && (
            <>
              <bdi>{place}</bdi> ·{" "}
            </>
          )}
          <RelativeTime value={created_at} />
        </span>
      </div>
      {hasNewPicture && <img className={styles.picture} src={picture_url} alt={text.pictureAlt} />}
      {title && (
        <p className={styles.copyTitle}>
          <DiffText before={before?.title} after={title} />
        </p>
      )}
      {!isMessage && (body || before?.text) && (
        <Truncate lines={20}>
          <blockquote className={styles.quote}>
            <DiffText before={before?.text} after={body} />
          </blockquote>
        </Truncate>
      )}
      {messages.length > 0 && (
        <ol className={styles.messages} aria-label={isMessage ? text.messages : text.roomLines}>
          {messages.map(({ id, user, body, reported, created_at }) => (
            <li key={id} className={cx(styles.message, reported && styles.reported)}>
              <div className={styles.author}>
                <Headshot user={user} size={24} decorative />
                <span>
                  <UserName user={user} badge={false} />
                </span>
                <span className={styles.muted}>
                  <RelativeTime value={created_at} />
                </span>
                {reported && <Badge tone="accent">{text.reported}</Badge>}
              </div>
              <p className={styles.quote}>{body}</p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

export function Evidence({ copies }: { copies: readonly EvidenceCopy[] }) {
  const hasSeveral = copies.length > 1;
  return (
    <Section heading={text.evidence}>
      <p className={styles.muted}>
        {text.evidenceHint} {hasSeveral && text.changed}
      </p>
      {copies.map((copy, index) => (
        <EvidenceCard
          key={copy.id}
          copy={copy}
          before={copies[index - 1]}
          number={hasSeveral ? index + 1 : null}
        />
      ))}
      {copies.length === 0 && <p>{text.noEvidence}</p>}
    </Section>
  );
}
