import type { OutputOf } from "#domain/api/route.ts";
import type { systemRoute } from "#domain/system/api.ts";
import { fileSize } from "#web/lib/file-size.ts";
import { formatNumber } from "#web/lib/format.ts";
import { Progress } from "#web/ui/card.tsx";
import { systemText as text } from "../text/system.ts";
import styles from "./system.module.css";

type Database = OutputOf<typeof systemRoute>["database"];

/** How full the database is, and which tables grow. */
export function DatabaseUse({ database: { bytes, limit_bytes, tables } }: { database: Database }) {
  const share = bytes / limit_bytes;
  const percent = `${formatNumber(Math.round(share * 1000) / 10)}%`;
  return (
    <>
      <Progress label={text.database} share={share} />
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
