import type { AuditItem } from "#domain/staff/api.ts";
import { exactDate } from "#web/lib/format.ts";
import { auditText as text } from "#web/text/staff-audit.ts";
import styles from "./audit.module.css";

type Fields = Record<string, unknown>;

/** A stored value in words: times by their name, lists with commas. */
function wordsOf(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return text.nothing;
  if (typeof value === "boolean") return value ? text.yes : text.no;
  if (typeof value === "number" && /_at$|^until$/.test(name)) return exactDate(new Date(value).toISOString());
  if (Array.isArray(value))
    return value.length ? value.map((one) => wordsOf("", one)).join(", ") : text.nothing;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The fields that are not what they were: what was struck out, what is beneath it. */
function Changes({ before, after }: { before: Fields | null; after: Fields | null }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !(before && after && isSame(before[name], after[name])),
  );
  return (
    <dl className={styles.changes} aria-label={text.changes}>
      {names.map((name) => (
        <div key={name}>
          <dt>{text.field(name)}</dt>
          {before && name in before && (
            <dd className={styles.was}>
              <span className="sr-only">{text.before}: </span>
              <del>{wordsOf(name, before[name])}</del>
            </dd>
          )}
          {after && name in after && (
            <dd className={styles.is}>
              <span className="sr-only">{text.after}: </span>
              <ins>{wordsOf(name, after[name])}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** What else is known of an entry, for who asks; nothing where nothing is. */
export function More({ entry: { action, details, before, after } }: { entry: AuditItem }) {
  const others = Object.entries(details);
  if (!before && !after && others.length === 0) return null;
  return (
    <details className={styles.more}>
      <summary>
        {text.details} <code>{action}</code>
      </summary>
      {(before || after) && <Changes before={before} after={after} />}
      {others.length > 0 && (
        <dl className={styles.changes}>
          {others.map(([name, value]) => (
            <div key={name}>
              <dt>{text.field(name)}</dt>
              <dd>{wordsOf(name, value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
