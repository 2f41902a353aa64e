import type { ReactNode } from "react";
import { reportsText } from "#web/text/reports.ts";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./report.module.css";
import type { Subject } from "./subject.tsx";

interface SubjectCardProps {
  kind: string;
  target: string;
  subject: Subject | undefined;
  busy: boolean;
  /** A picture of the thing itself where nothing can be looked up. */
  quote: ReactNode;
}

/** A message's number is the last part of its id. */
const numberOf = (target: string) => target.slice(target.lastIndexOf("_") + 1);

/** What the report is about. */
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
      <div className={styles.subjectWords}>
        <p className={styles.muted}>
          {reportsText.subject}: {kind}
        </p>
        {busy && <Skeleton width={180} height={24} />}
        {!busy && subject?.said && (
          <Truncate lines={6}>
            <blockquote className={styles.said}>{subject.said}</blockquote>
          </Truncate>
        )}
        {!busy &&
          !subject?.said &&
          (quote ?? (
            <p className={styles.subjectName}>
              {subject?.name ?? reportsText.numbered(kind, numberOf(target))}
            </p>
          ))}
        {subject?.by && (
          <p className={styles.muted}>
            {subject.where ? reportsText.byIn(subject.by, subject.where) : reportsText.by(subject.by)}
          </p>
        )}
      </div>
    </Card>
  );
}
