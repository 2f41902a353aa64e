/** Runs a query on an object's database and returns its rows. */
export const rows = <Row>(db: SqlStorage, query: string, ...values: SqlStorageValue[]): Row[] =>
  db.exec(query, ...values).toArray() as Row[];

/** Returns the first row of a query, or undefined. */
export const row = <Row>(db: SqlStorage, query: string, ...values: SqlStorageValue[]): Row | undefined =>
  rows<Row>(db, query, ...values)[0];
