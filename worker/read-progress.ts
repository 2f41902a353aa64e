import { type Columns, type Database, statement } from "#db/database.ts";

/** How far a job of the schedule got, so that it doesn't depend on the minute in which it runs. */
type Progress = "ledger_folded" | "look_pictures_swept";

/** Returns a stored number; null before the first one. */
export async function readProgress(db: Database, name: Progress): Promise<number | null> {
  const row = await db.first(statement<Columns<"site_values", "value">>`select value from site_values
    where name = ${name}`);
  return row ? Number(row.value) : null;
}

export async function storeProgress(db: Database, name: Progress, value: number): Promise<void> {
  await db.all(
    statement`insert into site_values (name, value) values (${name}, ${String(value)})
      on conflict (name) do update set value = excluded.value`,
    { idempotent: true },
  );
}
