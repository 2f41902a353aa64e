import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AuditItem } from "#domain/staff/api.ts";
import { exactDate } from "#web/lib/format.ts";
import { auditText as text } from "#web/text/staff-audit.ts";
import { Time } from "#web/ui/facts.tsx";
import { Headshot } from "#web/ui/headshot.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import styles from "./audit.module.css";
import { More } from "./changes.tsx";

/** What it was done to: by its name, or by kind and number. */
function Subject({ entry: { subject, other } }: { entry: AuditItem }) {
  const { type, id, name, url } = subject;
  const called = name ?? (type === "word" ? text.quoted(id) : text.numbered(id));
  const named = type === "user" ? called : `${text.kindOf(type)} ${called}`;
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

/** What belongs into the sentence itself: how long, how much. */
function extraOf({ action, details }: AuditItem): string {
  const { until, coins, xp, item_ids } = details;
  if (action === "user.grant")
    return text.given(Number(coins ?? 0), Number(xp ?? 0), Array.isArray(item_ids) ? item_ids.length : 0);
  return action === "user.ban" && typeof until === "string" ? text.lasting(exactDate(until)) : "";
}

const verbOf = ({ action, after }: AuditItem): string =>
  action.endsWith(".feature") && after?.featured === false ? text.unfeatured : text.verb(action);

function Entry({ entry }: { entry: AuditItem }) {
  const { actor, reason, created_at } = entry;
  const extra = extraOf(entry);
  return (
    <li className={styles.entry}>
      <Headshot src={actor.bopi.headshot_url} username={actor.username} size={44} decorative />
      <article className={styles.words}>
        <p className={styles.said}>
          <Link to={`/staff/users/${actor.username}`}>{actor.username}</Link> {verbOf(entry)}{" "}
          <Subject entry={entry} />
          {extra && ` ${extra}`}
        </p>
        {reason && <blockquote className={styles.reason}>{reason}</blockquote>}
        <More entry={entry} />
      </article>
      <span className={styles.when}>
        <Time value={created_at} />
      </span>
    </li>
  );
}

/** What staff did, as sentences. */
export function AuditList({ entries, stale }: { entries: readonly AuditItem[]; stale?: boolean }) {
  return (
    <ul className={styles.list} aria-busy={stale}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

const BONES = ["first", "second", "third", "fourth", "fifth"];

/** Entries to come. */
export function AuditSkeleton({ children }: { children?: ReactNode }) {
  return (
    <Waiting text={text.loading}>
      {children}
      <ul className={styles.list}>
        {BONES.map((name) => (
          <li key={name} className={styles.entry}>
            <Skeleton width={44} height={44} />
            <div className={styles.words}>
              <Skeleton width="70%" height={20} />
              <Skeleton width="45%" height={18} />
            </div>
          </li>
        ))}
      </ul>
    </Waiting>
  );
}
