import { Link } from "react-router";
import type { AuditItem } from "#domain/staff/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { UndoRemoval } from "#web/components/undo/undo-removal.tsx";
import { formatCount, formatDateTime } from "#web/lib/format.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./audit.module.css";

/** The audit log's verbs by action, between actor and subject. Other actions show their name. */
const VERBS: Record<string, string> = {
  "user.ban": "banned",
  "user.unban": "ended the ban of",
  "user.warn": "warned",
  "user.grant": "granted to",
  "user.rename": "renamed",
  "user.role": "changed the role of",
  "user.two_factor": "reset the second factor of",
  "user.undo": "brought back the bio of",
  "user.look": "looked up",
  "chat.view": "viewed the chat of",
  "message.scrub": "scrubbed",
  "comment.remove": "removed",
  "rating.delete": "deleted",
  "level.edit": "edited",
  "level.delete": "deleted",
  "level.restore": "restored",
  "level.feature": "featured",
  "level.remove": "made private",
  "level.remove_player": "removed a player from",
  "user.remove": "cleared the bio of",
  "item.edit": "edited",
  "item.feature": "featured",
  "item.approve": "approved",
  "item.reject": "rejected",
  "item.hide": "hid",
  "item.show": "showed again",
  "thread.edit": "edited",
  "thread.pin": "pinned",
  "thread.unpin": "unpinned",
  "thread.lock": "locked",
  "thread.unlock": "unlocked",
  "thread.move": "moved",
  "thread.delete": "deleted",
  "thread.restore": "restored",
  "thread.remove": "removed",
  "reply.remove": "removed",
  "reply.edit": "edited",
  "reply.delete": "deleted",
  "reply.restore": "restored",
  "level.undo": "undid the removal of",
  "picture.undo": "brought back the picture of",
  "comment.undo": "undid the removal of",
  "message.undo": "undid the removal of",
  "item.undo": "undid the removal of",
  "thread.undo": "undid the removal of",
  "reply.undo": "undid the removal of",
  "rating.undo": "undid the removal of",
  "case.decide": "decided",
  "case.dismiss": "dismissed",
  "appeal.accept": "accepted the appeal of",
  "appeal.decline": "declined the appeal of",
  "held.approve": "approved a text of",
  "held.decline": "declined a text of",
  "word.add": "added",
  "word.delete": "removed",
  "clear.accept": "accepted",
  "clear.dismiss": "dismissed",
  "event.create": "created",
  "event.edit": "edited",
  "event.end": "ended",
  "event.call-off": "called off",
  "challenge.create": "created",
  "challenge.edit": "edited",
  "challenge.end": "ended",
  "host.create": "registered",
  "host.edit": "edited",
  "host.rotate_key": "changed the key of",
  "site.error": "handled an error of",
  "site.read_only": "changed read-only mode of",
  "signing_key.rotate": "changed the key of join tokens of",
};

const KINDS: Record<string, string> = { case: "report", run: "clear", host: "game host" };

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const plain = (name: string) => capital(name.replaceAll(/[._-]+/g, " "));

export const auditText = {
  title: "Audit log",
  intro: "Everything staff did and looked at. Entries are never changed or deleted.",
  loading: "Loading the audit log",
  search: "Search reasons, names and texts",
  filters: "Filters",
  actor: "Staff member",
  action: "Action",
  anyAction: "Any action",
  kind: "Type",
  anyKind: "Anything",
  subject: "Subject",
  subjectHint: "An id. For a user, the name works, too.",
  from: "From",
  until: "Until",
  apply: "Filter",
  clear: "Clear filters",
  none: "Nothing to see here",
  noneText: "No matching entries.",
  noneYet: "No matches in this part of the log.",
  further: "Search further back",
  older: "Older",
  newest: "Back to the newest",
  verb: (action: string): string => VERBS[action] ?? plain(action).toLowerCase(),
  unfeatured: "stopped featuring",
  kindOf: (type: string): string => KINDS[type] ?? type,
  kindName: (type: string): string => capital(KINDS[type] ?? type),
  actions: Object.keys(VERBS).map((value) => ({ value, label: plain(value) })),
  actionName: plain,
  quoted: (word: string) => `“${word}”`,
  numbered: (id: string) => `#${id}`,
  with: "with",
  of: "of",
  lasting: (date: string) => `until ${date}`,
  given: (coins: number, xp: number, items: number) =>
    [
      coins ? formatCount(coins, "coin") : "",
      xp ? formatCount(xp, "XP", "XP") : "",
      items ? formatCount(items, "item") : "",
    ]
      .filter(Boolean)
      .join(", "),
  details: "Details",
  before: "Before",
  after: "After",
  changes: "What changed",
  nothing: "nothing",
  yes: "yes",
  no: "no",
  field: (name: string) => plain(name.replace(/_(?:id|at)$/, "")),
} as const;

type Fields = Record<string, unknown>;

/** Formats a stored value: times by the field's name, lists with commas. */
function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return auditText.nothing;
  if (typeof value === "boolean") return value ? auditText.yes : auditText.no;
  if (typeof value === "number" && /_at$|^until$/.test(name))
    return formatDateTime(new Date(value).toISOString());
  if (Array.isArray(value))
    return value.length ? value.map((element) => formatValue("", element)).join(", ") : auditText.nothing;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The fields that changed: the old value struck through, the new one below it. */
function ChangedFields({ before, after }: { before: Fields | null; after: Fields | null }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !(before && after && isSame(before[name], after[name])),
  );
  return (
    <dl className={styles.changes} aria-label={auditText.changes}>
      {names.map((name) => (
        <div key={name}>
          <dt>{auditText.field(name)}</dt>
          {before && name in before && (
            <dd className={styles.before}>
              <span className="sr-only">{auditText.before}: </span>
              <del>{formatValue(name, before[name])}</del>
            </dd>
          )}
          {after && name in after && (
            <dd className={styles.after}>
              <span className="sr-only">{auditText.after}: </span>
              <ins>{formatValue(name, after[name])}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function AuditDetails({ entry: { action, details, before, after } }: { entry: AuditItem }) {
  const others = Object.entries(details);
  if (!before && !after && others.length === 0) return null;
  return (
    <details className={styles.more}>
      <summary>
        {auditText.details} <code>{action}</code>
      </summary>
      {(before || after) && <ChangedFields before={before} after={after} />}
      {others.length > 0 && (
        <dl className={styles.changes}>
          {others.map(([name, value]) => (
            <div key={name}>
              <dt>{auditText.field(name)}</dt>
              <dd>{formatValue(name, value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}

function AuditSubject({ entry: { subject, other } }: { entry: AuditItem }) {
  const { type, id, name, url } = subject;
  const label = name ?? (type === "word" ? auditText.quoted(id) : auditText.numbered(id));
  const named = type === "user" ? label : `${auditText.kindOf(type)} ${label}`;
  if (type === "site") return auditText.kindOf(type);
  return (
    <>
      {url ? <Link to={url}>{named}</Link> : <b>{named}</b>}
      {other && other !== name && (
        <>
          {` ${type === "user" ? auditText.with : auditText.of} `}
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
    return auditText.given(
      Number(coins ?? 0),
      Number(xp ?? 0),
      Array.isArray(item_ids) ? item_ids.length : 0,
    );
  return action === "user.ban" && typeof until === "string" ? auditText.lasting(formatDateTime(until)) : "";
}

const verbOf = ({ action, after }: AuditItem): string =>
  action.endsWith(".feature") && after?.featured === false ? auditText.unfeatured : auditText.verb(action);

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

export function AuditList({ entries, stale }: { entries: readonly AuditItem[]; stale?: boolean }) {
  return (
    <ul className={styles.list} aria-busy={stale}>
      {entries.map((entry) => (
        <AuditEntry key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

export function AuditSkeleton() {
  return (
    <LoadingRegion text={auditText.loading}>
      <ul className={styles.list}>
        <Repeat times={5}>
          <li className={styles.entry}>
            <Skeleton width={44} height={44} />
            <div className={styles.text}>
              <Skeleton width="70%" height={20} />
              <Skeleton width="45%" height={18} />
            </div>
          </li>
        </Repeat>
      </ul>
    </LoadingRegion>
  );
}
