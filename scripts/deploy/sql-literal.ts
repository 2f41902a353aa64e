export type SqlValue = string | number | null | number[];

/** Returns a value as an SQL literal. */
export function sqlLiteral(value: SqlValue): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  if (typeof value === "string" && !value.includes("\0")) return `'${value.replaceAll("'", "''")}'`;
  const hex = Buffer.from(value as string).toString("hex");
  return typeof value === "string" ? `CAST(X'${hex}' AS TEXT)` : `X'${hex}'`;
}
