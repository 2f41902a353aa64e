/** A row as the database has it: JSON columns are text. */
export type StoredRow = Readonly<Record<string, string | number | null>>;

/** A case with everything that belongs to it alone. */
export interface ArchivedCase {
  id: number;
  case: StoredRow;
  reports: readonly StoredRow[];
  evidence: readonly StoredRow[];
}

/** Returns a line of a file. JSON has no line breaks of its own. */
export const rowLine = (row: StoredRow): string => JSON.stringify(row);

/** Its id is first, so that the line is found without parsing the others. */
export const caseLine = ({ id, case: row, reports, evidence }: ArchivedCase): string =>
  JSON.stringify({ id, case: row, reports, evidence });

const isRow = (value: unknown): value is StoredRow =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(
    (field) => field === null || typeof field === "string" || typeof field === "number",
  );

const areRows = (value: unknown): value is StoredRow[] => Array.isArray(value) && value.every(isRow);

/** Returns the row of a line. Throws a `SyntaxError` if it has none. */
export function parseRow(line: string): StoredRow {
  const row: unknown = JSON.parse(line);
  if (!isRow(row)) throw new SyntaxError("This line of an archive isn't a row.");
  return row;
}

/** Returns the case of a line. Throws a `SyntaxError` if it has none. */
export function parseCase(line: string): ArchivedCase {
  const found = JSON.parse(line) as Partial<ArchivedCase> | null;
  const { id, case: row, reports, evidence } = found ?? {};
  if (typeof id !== "number" || !isRow(row) || row.id !== id || !areRows(reports) || !areRows(evidence))
    throw new SyntaxError("This line of an archive isn't a case.");
  return { id, case: row, reports, evidence };
}

/** Returns the case with an id from the lines of a file; null if it isn't there. */
export function findCase(lines: readonly string[], id: number): ArchivedCase | null {
  const line = lines.find((one) => one.startsWith(`{"id":${id},`));
  return line === undefined ? null : parseCase(line);
}
