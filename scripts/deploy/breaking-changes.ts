import { DatabaseSync } from "node:sqlite";
import { sqlWords } from "../db-generate/sql-words.ts";
import type { Migration } from "./migrations.ts";

/** A change of the schema that the version before can fail on. */
export interface BreakingChange {
  /** A verb and its object: "drops the index levels_top". */
  change: string;
  /** How to get there without a break. */
  hint: string;
}

interface Column {
  type: string;
  isRequired: boolean;
  hasDefault: boolean;
  isGenerated: boolean;
}

interface Table {
  columns: Map<string, Column>;
  /** Columns of unique keys, with the key's condition. */
  keys: Map<string, readonly string[]>;
  foreignKeys: Set<string>;
  checks: Set<string>;
}

interface Schema {
  tables: Map<string, Table>;
  /** The SQL of each by name, normalized. */
  indexes: Map<string, string>;
  triggers: Map<string, string>;
  views: Map<string, string>;
  searchTables: Map<string, string>;
}

const HINTS = {
  table: "Stop using it in this version. Drop it in a later one.",
  column: "Add a new column, write both and fill it in this version. Drop the old one in a later version.",
  required: "Give it a default, or let it be null in this version. The running version doesn't write it.",
  index: "Add the new index under a new name, and use it. Drop the old one in a later version.",
  key: "Add the new key to a new column or table. A key of existing columns rejects what the running version writes.",
  droppedKey: "The running version's `on conflict` needs it. Drop it in a later version.",
  trigger:
    "Add a trigger under a new name that does only what is new. Drop or merge triggers in a later version.",
  guard: "Let this version check the same before it writes. Add the trigger in a later version.",
  search: "Add a new table, fill it and write both in this version. Drop the old one in a later version.",
  view: "Add a new view. Drop the old one in a later version.",
  constraint: "Let this version write only valid rows. Add the constraint in a later version.",
} as const;

/**
 * Runs all migrations and returns what the version before each can fail on, for those from `first` on. It still runs while
 * migrations are applied, and again after a roll back. Data that a migration changes isn't looked at. Throws an error with the
 * migration's name if SQLite rejects it.
 */
export function breakingChanges(migrations: readonly Migration[], first = 0): Map<string, BreakingChange[]> {
  using database = new DatabaseSync(":memory:");
  const changes = new Map<string, BreakingChange[]>();
  let schema: Schema | null = null;
  for (const [at, { name, sql }] of migrations.entries()) {
    if (at === first) schema = readSchema(database);
    try {
      database.exec(sql);
    } catch (cause) {
      throw new Error(`migrations/${name} can't be applied: ${(cause as Error).message}`, { cause });
    }
    if (!schema) continue;
    const after = readSchema(database);
    const found = compareSchemas(schema, after);
    if (found.length > 0) changes.set(name, found);
    schema = after;
  }
  return changes;
}

const compareSchemas = (before: Schema, after: Schema): BreakingChange[] => [
  ...tableChanges(before, after),
  ...changed("index", before.indexes, after.indexes, HINTS.index),
  ...changed("trigger", withoutHarmless(before, after), after.triggers, HINTS.trigger),
  ...newGuards(before, after),
  ...changed("view", before.views, after.views, HINTS.view),
  ...changed("search table", before.searchTables, after.searchTables, HINTS.search),
];

/**
 * Returns the earlier migration after which no version uses what this one breaks: `-- contract: 0029_announcements`. Null if the
 * migration names none.
 */
export function contractOf({ sql }: Migration): string | null {
  const [, tag] = /^-- contract: (\d{4}_\w+)$/m.exec(sql) ?? [];
  return tag ? `${tag}.sql` : null;
}

/** Returns what a deployment must not apply to a database while the version that it has runs. */
export function breakingProblems(migrations: readonly Migration[], applied: readonly string[]): string[] {
  const first = migrations.findIndex(({ name }) => !applied.includes(name));
  if (first < 0) return [];
  const changes = breakingChanges(migrations, first);
  const problems = migrations.flatMap((migration) => {
    const found = changes.get(migration.name);
    if (!found) return [];
    const contract = contractOf(migration);
    if (contract && applied.includes(contract)) return [];
    return [
      ...found.map(({ change, hint }) => `migrations/${migration.name} ${change}. ${hint}`),
      ...(contract
        ? [`First deploy a version that has migrations/${contract} and not ${migration.name}, then this one.`]
        : []),
    ];
  });
  if (problems.length === 0) return [];
  return [
    ...problems,
    "This would break the running version. See docs/operations.md (Upgrade). To apply it anyway, add --allow-breaking.",
  ];
}

const normalize = (sql: string | null) => sqlWords(sql ?? "").join(" ");

function readSchema(database: DatabaseSync): Schema {
  const rows = <Row>(sql: string, ...params: string[]) => database.prepare(sql).all(...params) as Row[];
  const named = (condition: string) =>
    new Map(
      rows<{ name: string; sql: string | null }>(
        `select name, sql from sqlite_master where ${condition} and name not like 'sqlite_%' order by name`,
      ).map(({ name, sql }) => [name, normalize(sql)]),
    );
  const tables = rows<{ name: string }>(
    "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name",
  );
  const definitions = named("type = 'table'");
  return {
    tables: new Map(
      tables.map(({ name }) => [
        name,
        {
          columns: readColumns(rows, name),
          keys: readKeys(rows, name),
          foreignKeys: readForeignKeys(rows, name),
          checks: readChecks(definitions.get(name) ?? ""),
        },
      ]),
    ),
    indexes: named("type = 'index' and sql is not null"),
    triggers: named("type = 'trigger'"),
    views: named("type = 'view'"),
    searchTables: named("type = 'table' and sql like 'create virtual table%'"),
  };
}

type Rows = <Row>(sql: string, ...params: string[]) => Row[];

const readColumns = (rows: Rows, table: string): Table["columns"] =>
  new Map(
    rows<{
      name: string;
      type: string;
      notnull: number;
      dflt_value: string | null;
      hidden: number;
      pk: number;
    }>("select name, type, [notnull], dflt_value, hidden, pk from pragma_table_xinfo(?)", table).map(
      ({ name, type, notnull, dflt_value, hidden, pk }) => [
        name,
        {
          type: type.toLowerCase(),
          // SQLite fills an integer primary key itself.
          isRequired: notnull === 1 && !(pk === 1 && type.toLowerCase() === "integer"),
          hasDefault: dflt_value !== null,
          isGenerated: hidden > 1,
        },
      ],
    ),
  );

function readKeys(rows: Rows, table: string): Table["keys"] {
  const indexes = rows<{ name: string; sql: string | null }>(
    `select l.name, m.sql from pragma_index_list(?) l left join sqlite_master m on m.type = 'index' and m.name = l.name
      where l.[unique] = 1`,
    table,
  );
  return new Map(
    indexes.map(({ name, sql }) => {
      const columns = rows<{ name: string | null }>("select name from pragma_index_info(?)", name).map(
        (column) => column.name ?? "an expression",
      );
      const [, condition = ""] = / where (.*)$/.exec(normalize(sql)) ?? [];
      return [`(${columns.join(", ")})${condition && ` where ${condition}`}`, columns];
    }),
  );
}

const readForeignKeys = (rows: Rows, table: string): Table["foreignKeys"] =>
  new Set(
    rows<{ from: string; table: string }>(
      "select [from], [table] from pragma_foreign_key_list(?)",
      table,
    ).map((key) => `${key.from} → ${key.table}`),
  );

function readChecks(definition: string): Table["checks"] {
  const words = definition.split(" ");
  const checks = words.flatMap((word, at) => {
    if (word !== "check" || words[at + 1] !== "(") return [];
    let depth = 0;
    let end = at + 1;
    do depth += words[end] === "(" ? 1 : words[end] === ")" ? -1 : 0;
    while (depth > 0 && ++end < words.length);
    return [words.slice(at + 2, end).join(" ")];
  });
  return new Set(checks);
}

const breaking = (change: string, hint: string): BreakingChange => ({ change, hint });

/** Entries that are gone or whose SQL has changed. */
const changed = (
  kind: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  hint: string,
): BreakingChange[] =>
  [...before].flatMap(([name, sql]) => {
    const now = after.get(name);
    if (now === sql) return [];
    return [breaking(`${now === undefined ? "drops" : "changes"} the ${kind} ${name}`, hint)];
  });

/** Whether a trigger that does nothing but reject writes now rejects fewer of them, by a condition that it didn't have. */
const isLoosened = (before: string, after = ""): boolean => {
  const [head = "", body = ""] = before.split(/ (?=begin select raise \([^;]*\) ; end)/);
  return body !== "" && after.startsWith(`${head} when `) && after.endsWith(` ${body}`);
};

const columnNames = ({ tables }: Schema): Set<string> =>
  new Set([...tables.values()].flatMap(({ columns }) => [...columns.keys()]));

/**
 * Whether a trigger does what it did and only fills columns that are new: it has the words it had, and in between further items of lists
 * such as `, newest_id`, `, new . id` and `, newest_id = excluded . newest_id`.
 */
function isExtended(before: string, after: string, isNew: (column: string) => boolean): boolean {
  const old = before.split(" ");
  const words = after.split(" ");
  let at = 0;
  let isItem = false;
  for (const [i, word] of words.entries()) {
    if (word === old[at]) {
      isItem = false;
      at++;
    } else if (word === ",") isItem = true;
    else if (!isItem || !/^[.=\w]+$/.test(word)) return false;
    else if (/^\w+$/.test(word) && words[i - 1] !== "." && words[i + 1] !== "." && !isNew(word)) return false;
  }
  return at === old.length;
}

/** The triggers except those that no version can fail on although they have changed. */
function withoutHarmless(before: Schema, after: Schema): Schema["triggers"] {
  const old = columnNames(before);
  const now = columnNames(after);
  const isNew = (column: string) => now.has(column) && !old.has(column);
  return new Map(
    [...before.triggers].filter(([name, sql]) => {
      const changed = after.triggers.get(name) ?? "";
      return !isLoosened(sql, changed) && !isExtended(sql, changed, isNew);
    }),
  );
}

const newGuards = (before: Schema, after: Schema): BreakingChange[] =>
  [...after.triggers]
    .filter(([name, sql]) => !before.triggers.has(name) && /\braise \( (?!ignore)/.test(sql))
    .filter(([, sql]) => before.tables.has(/ on (\w+) /.exec(sql)?.[1] ?? ""))
    .map(([name]) => breaking(`adds the trigger ${name}, which rejects writes`, HINTS.guard));

const tableChanges = (before: Schema, after: Schema): BreakingChange[] =>
  [...before.tables].flatMap(([name, table]) => {
    const now = after.tables.get(name);
    if (!now) return [breaking(`drops the table ${name}`, HINTS.table)];
    return [
      ...columnChanges(name, table, now),
      ...keyChanges(name, table, now),
      ...added(table.foreignKeys, now.foreignKeys)
        .filter((key) => table.columns.has(key.split(" ")[0] ?? ""))
        .map((key) => breaking(`adds the foreign key ${name}.${key}`, HINTS.constraint)),
      ...added(table.checks, now.checks).map((check) =>
        breaking(`adds a check to ${name}: ${check}`, HINTS.constraint),
      ),
    ];
  });

const added = (before: ReadonlySet<string>, after: ReadonlySet<string>) =>
  [...after].filter((one) => !before.has(one));

const columnChanges = (name: string, before: Table, after: Table): BreakingChange[] => [
  ...[...before.columns].flatMap(([column, old]) => {
    const now = after.columns.get(column);
    const path = `${name}.${column}`;
    if (!now) return [breaking(`drops the column ${path}`, HINTS.column)];
    if (now.type !== old.type || now.isGenerated !== old.isGenerated)
      return [breaking(`changes the type of ${path}`, HINTS.column)];
    if (now.isRequired && !old.isRequired)
      return [breaking(`requires ${path}, which could be null`, HINTS.required)];
    if (now.isRequired && old.hasDefault && !now.hasDefault)
      return [breaking(`drops the default of ${path}`, HINTS.required)];
    return [];
  }),
  ...[...after.columns]
    .filter(
      ([column, { isRequired, hasDefault, isGenerated }]) =>
        !before.columns.has(column) && isRequired && !hasDefault && !isGenerated,
    )
    .map(([column]) =>
      breaking(`adds the required column ${name}.${column} without a default`, HINTS.required),
    ),
];

function keyChanges(name: string, before: Table, after: Table): BreakingChange[] {
  const isUnwritten = (column: string) => {
    const now = after.columns.get(column);
    return now !== undefined && !before.columns.has(column) && !now.hasDefault && !now.isGenerated;
  };
  return [
    ...[...before.keys.keys()]
      .filter((key) => !after.keys.has(key))
      .map((key) => breaking(`drops the unique key ${name} ${key}`, HINTS.droppedKey)),
    // Nulls are never equal, and the running version leaves new columns null.
    ...[...after.keys]
      .filter(([key, columns]) => !before.keys.has(key) && !columns.some(isUnwritten))
      .map(([key]) => breaking(`adds the unique key ${name} ${key}`, HINTS.key)),
  ];
}
