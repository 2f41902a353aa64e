import type { Batch, BatchRows, Statement } from "#db/database.ts";

/** Reads a database for a request. Each read is one round trip. */
export abstract class Reader {
  /** Runs queries in one round trip and returns their rows by name. */
  abstract read<B extends Batch>(queries: B): Promise<BatchRows<B>>;

  /** Runs one query and returns its rows. */
  async all<Row>(query: Statement<Row>): Promise<Row[]> {
    const { rows } = await this.read({ rows: query });
    return rows;
  }

  async first<Row>(query: Statement<Row>): Promise<Row | undefined> {
    return (await this.all(query))[0];
  }
}
