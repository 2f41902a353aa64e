import type { DatabaseUse as Use } from "#domain/system/api.ts";
import { fileSize } from "#web/lib/file-size.ts";
import { formatNumber } from "#web/lib/format.ts";
import { Progress } from "#web/ui/card.tsx";
import { systemText as text } from "../text/system.ts";
import styles from "./system.module.css";

/** How full a database is, and which tables grow. */
export function DatabaseUse({ label, database }: { label: string; database: Use }) {
  const { bytes, limit_bytes, tables } = database;
  const share = bytes / limit_bytes;
  const percent = `${formatNumber(Math.round(share * 1000) / 10)}%`;
  return (
    <>
      <Progress label={label} share={share} />
      <p>{text.databaseUse(fileSize(bytes), fileSize(limit_bytes), percent)}</p>
      <h3 className={styles.small}>{text.databaseIds}</h3>
      <ul className={styles.tables}>
        {tables.map(({ table_name, last_id }) => (
          <li key={table_name}>
            <code>{table_name}</code> <span>{formatNumber(last_id)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
