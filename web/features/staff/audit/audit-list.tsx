import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AuditItem } from "#domain/staff/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { UndoRemoval } from "#web/components/undo/undo-removal.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { auditText as text } from "../text/audit.ts";
import styles from "./audit.module.css";
import { AuditDetails } from "./audit-details.tsx";

/** The subject of an entry, by its name or its kind and number. */
function AuditSubject({ entry: { subject, other } }: { entry: AuditItem }) {
  const { type, id, name, url } = subject;
  const label = name ?? (type === "word" ? text.quoted(id) : text.numbered(id));
  const named = type === "user" ? label : `${text.kindOf(type)} ${label}`;
  if (type === "site") return text.kindOf(type);
  return (
    <>
      {url ? <Link to={url}>{named}</Link> : <b>{named}</b>}
      {other && other !== name && (
        <>
          {` ${type === "user" ? text.with : text.of} `}
          <Link to={`/staff/users/${other}`}>{other}</Link>
        </>
      )}
    </>
  );
}

/** Returns the details that belong in the sentence: a duration or amounts. */
function extraOf({ action, details }: AuditItem): string {
  const { until, coins, xp, item_ids } = details;
  if (action === "user.grant")
    return text.given(Number(coins ?? 0), Number(xp ?? 0), Array.isArray(item_ids) ? item_ids.length : 0);
  return action === "user.ban" && typeof until === "string" ? text.lasting(formatDateTime(until)) : "";
}

const verbOf = ({ action, after }: AuditItem): string =>
  action.endsWith(".feature") && after?.featured === false ? text.unfeatured : text.verb(action);

function AuditEntry({ entry }: { entry: AuditItem }) {
  const { actor, reason, created_at } = entry;
  const extra = extraOf(entry);
  return (
    <li className={styles.entry}>
      <Headshot user={actor} size={44} decorative />
      <article className={styles.text}>
        <p className={styles.sentence}>
          <Link to={`/staff/users/${actor.username}`}>{actor.username}</Link> {verbOf(entry)}{" "}
          <AuditSubject entry={entry} />
          {extra && ` ${extra}`}
        </p>
        {reason && <blockquote className={styles.reason}>{reason}</blockquote>}
        <AuditDetails entry={entry} />
        {entry.removal && <UndoRemoval removal={entry.removal} />}
      </article>
      <span className={styles.when}>
        <RelativeTime value={created_at} />
      </span>
    </li>
  );
}

/** Log entries as sentences. */
export function AuditList({ entries, stale }: { entries: readonly AuditItem[]; stale?: boolean }) {
  return (
    <ul className={styles.list} aria-busy={stale}>
      {entries.map((entry) => (
        <AuditEntry key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

const PLACEHOLDERS = ["first", "second", "third", "fourth", "fifth"];

/** The placeholder of log entries. */
export function AuditSkeleton({ children }: { children?: ReactNode }) {
  return (
    <LoadingRegion text={text.loading}>
      {children}
      <ul className={styles.list}>
        {PLACEHOLDERS.map((name) => (
          <li key={name} className={styles.entry}>
            <Skeleton width={44} height={44} />
            <div className={styles.text}>
              <Skeleton width="70%" height={20} />
              <Skeleton width="45%" height={18} />
            </div>
          </li>
        ))}
      </ul>
    </LoadingRegion>
  );
}
