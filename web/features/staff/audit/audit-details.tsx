import type { AuditItem } from "#domain/staff/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { auditText as text } from "../text/audit.ts";
import styles from "./audit.module.css";

type Fields = Record<string, unknown>;

/** Formats a stored value: times by the field's name, lists with commas. */
function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return text.nothing;
  if (typeof value === "boolean") return value ? text.yes : text.no;
  if (typeof value === "number" && /_at$|^until$/.test(name))
    return formatDateTime(new Date(value).toISOString());
  if (Array.isArray(value))
    return value.length ? value.map((element) => formatValue("", element)).join(", ") : text.nothing;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The fields that changed: the old value struck through, the new one below it. */
function ChangedFields({ before, after }: { before: Fields | null; after: Fields | null }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !(before && after && isSame(before[name], after[name])),
  );
  return (
    <dl className={styles.changes} aria-label={text.changes}>
      {names.map((name) => (
        <div key={name}>
          <dt>{text.field(name)}</dt>
          {before && name in before && (
            <dd className={styles.before}>
              <span className="sr-only">{text.before}: </span>
              <del>{formatValue(name, before[name])}</del>
            </dd>
          )}
          {after && name in after && (
            <dd className={styles.after}>
              <span className="sr-only">{text.after}: </span>
              <ins>{formatValue(name, after[name])}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** An entry's changes and other details, collapsed. Renders nothing without any. */
export function AuditDetails({ entry: { action, details, before, after } }: { entry: AuditItem }) {
  const others = Object.entries(details);
  if (!before && !after && others.length === 0) return null;
  return (
    <details className={styles.more}>
      <summary>
        {text.details} <code>{action}</code>
      </summary>
      {(before || after) && <ChangedFields before={before} after={after} />}
      {others.length > 0 && (
        <dl className={styles.changes}>
          {others.map(([name, value]) => (
            <div key={name}>
              <dt>{text.field(name)}</dt>
              <dd>{formatValue(name, value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
