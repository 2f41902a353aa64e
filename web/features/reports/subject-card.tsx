import type { ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./report.module.css";
import type { Subject } from "./subject.tsx";
import { reportsText } from "./text/reports.ts";

interface SubjectCardProps {
  kind: string;
  target: string;
  subject: Subject | undefined;
  busy: boolean;
  /** The content itself, where it can't be looked up. */
  quote: ReactNode;
}

/** Returns the number of a message: the last part of its id. */
const numberOf = (target: string) => target.slice(target.lastIndexOf("_") + 1);

/** The content that is reported. */
export function SubjectCard({ kind, target, subject, busy, quote }: SubjectCardProps) {
  return (
    <Card className={styles.subject} aria-busy={busy}>
      {busy && <Skeleton width={56} height={56} />}
      {subject && (
        <img
          className={cx(styles.picture, subject.wide && styles.wide)}
          src={subject.picture}
          width={subject.wide ? 112 : 64}
          height={64}
          alt=""
        />
      )}
      <div className={styles.subjectText}>
        <p className={styles.muted}>
          {reportsText.subject}: {kind}
        </p>
        {busy && <Skeleton width={180} height={24} />}
        {!busy && subject?.body && (
          <Truncate lines={6}>
            <blockquote className={styles.quote}>{subject.body}</blockquote>
          </Truncate>
        )}
        {!busy &&
          !subject?.body &&
          (quote ?? (
            <p className={styles.subjectName}>
              {subject?.name ?? reportsText.numbered(kind, numberOf(target))}
            </p>
          ))}
        {subject?.author && (
          <p className={styles.muted}>
            {subject.threadTitle
              ? reportsText.byIn(subject.author, subject.threadTitle)
              : reportsText.by(subject.author)}
          </p>
        )}
      </div>
    </Card>
  );
}
