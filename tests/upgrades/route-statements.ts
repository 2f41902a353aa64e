import { MOVES } from "#db/moves.ts";

interface OwnStatement {
  database: D1Database;
  native: D1PreparedStatement;
}

/** The statements by what modules of worker tests have of them. */
const statements = new WeakMap<object, OwnStatement>();

function wrapStatement(database: D1Database, native: D1PreparedStatement): D1PreparedStatement {
  const wrapped = new Proxy(native, {
    get(target, name) {
      if (name === "bind") return (...values: unknown[]) => wrapStatement(database, target.bind(...values));
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  statements.set(wrapped, { database, native });
  return wrapped;
}

/**
 * Returns the database of a version from before a move of rows (db/moves.ts): its tests store rows where it had them, and the new
 * worker has them in another database. Each statement goes to where its tables are.
 */
export function routeStatements(databases: Record<string, D1Database>): D1Database {
  const main = databases.main as D1Database;
  const databaseOf = (sql: string) => {
    const move = MOVES.find(({ tables }) => new RegExp(`\\b(${tables.join("|")})\\b`).test(sql));
    return (move && databases[move.target]) ?? main;
  };
  const route = (real: D1Database | D1DatabaseSession) =>
    new Proxy(real, {
      get(target, name) {
        if (name === "prepare")
          return (sql: string) => wrapStatement(databaseOf(sql), databaseOf(sql).prepare(sql));
        if (name === "withSession") return (...start: [string?]) => route(main.withSession(...start));
        if (name === "batch")
          return (batch: object[]) => {
            const own = batch.flatMap((each) => statements.get(each) ?? []);
            const [first] = own;
            if (own.some(({ database }) => database !== first?.database))
              throw new Error("A batch has tables of several databases.");
            return (first?.database ?? main).batch(own.map(({ native }) => native));
          };
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  return route(main) as D1Database;
}
