import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { parseSync, type TSInterfaceDeclaration, type TSSignature, type TSType, Visitor } from "oxc-parser";
import * as forumSchema from "#db/schema/forum/index.ts";
import * as schema from "#db/schema/index.ts";
import * as playSchema from "#db/schema/play/index.ts";
import { trackedFiles } from "#scripts/check/files.ts";
import { root } from "#scripts/run-script.mjs";

/** The names of each table's columns. */
const COLUMNS = new Map<string, string[]>();
for (const table of [schema, forumSchema, playSchema].flatMap((each) => Object.values<unknown>(each)))
  if (is(table, SQLiteTable)) {
    const columns = Object.values(getTableColumns(table)).map(({ name }) => name);
    COLUMNS.set(getTableName(table), columns);
  }

/** A type of rows. */
interface RowType {
  file: string;
  /** Fields whose type is written out. */
  fields: string[];
  /** Types that it extends or consists of. */
  bases: string[];
}

interface Source {
  types: Map<string, RowType>;
  /** The types of its statements' rows. */
  rows: RowType[];
  sql: string;
}

const WRITTEN_OUT = /^TS(Number|String|Boolean|Null)Keyword$|^TSLiteralType$/;

const isWrittenOut = (type: TSType): boolean =>
  type.type === "TSUnionType" ? type.types.every(isWrittenOut) : WRITTEN_OUT.test(type.type);

const writtenOut = (members: readonly TSSignature[]): string[] =>
  members.flatMap((member) =>
    member.type === "TSPropertySignature" &&
    member.key.type === "Identifier" &&
    member.typeAnnotation &&
    isWrittenOut(member.typeAnnotation.typeAnnotation)
      ? member.key.name
      : [],
  );

function readType(file: string, type: TSType, row: RowType = { file, fields: [], bases: [] }): RowType {
  if (type.type === "TSIntersectionType") for (const part of type.types) readType(file, part, row);
  if (type.type === "TSTypeLiteral") row.fields.push(...writtenOut(type.members));
  if (type.type === "TSTypeReference" && type.typeName.type === "Identifier") {
    row.bases.push(type.typeName.name);
    if (type.typeName.name !== "ColumnsAs")
      for (const part of type.typeArguments?.params ?? []) readType(file, part, row);
  }
  return row;
}

function readInterface(file: string, node: TSInterfaceDeclaration): RowType {
  const row: RowType = { file, fields: writtenOut(node.body.body), bases: [] };
  for (const { expression, typeArguments } of node.extends) {
    if (expression.type !== "Identifier") continue;
    row.bases.push(expression.name);
    if (expression.name !== "ColumnsAs")
      for (const part of typeArguments?.params ?? []) readType(file, part, row);
  }
  return row;
}

const isStatement = (name: string): boolean => name === "statement" || name === "first";

function readSource(file: string, text: string): Source {
  const source: Source = { types: new Map(), rows: [], sql: "" };
  const { program } = parseSync(file, text);
  new Visitor({
    TSInterfaceDeclaration(node) {
      source.types.set(node.id.name, readInterface(file, node));
    },
    TSTypeAliasDeclaration(node) {
      source.types.set(node.id.name, readType(file, node.typeAnnotation));
    },
    CallExpression({ callee, typeArguments }) {
      if (callee.type === "Identifier" && isStatement(callee.name))
        for (const type of typeArguments?.params ?? []) source.rows.push(readType(file, type));
    },
    TSTypeReference({ typeName, typeArguments }) {
      if (typeName.type === "Identifier" && typeName.name === "Statement")
        for (const type of typeArguments?.params ?? []) source.rows.push(readType(file, type));
    },
    TaggedTemplateExpression({ tag, quasi, typeArguments }) {
      if (tag.type !== "Identifier" || !(tag.name === "sql" || isStatement(tag.name))) return;
      source.sql += `${quasi.quasis.map(({ value }) => value.raw).join(" ? ")}\n`;
      for (const type of typeArguments?.params ?? []) source.rows.push(readType(file, type));
    },
  }).visit(program);
  return source;
}

/** Fields of a file's rows that repeat the type of a column. Names that the SQL gives to a result are computed. */
function repeatedIn({ rows, types, sql }: Source, all: ReadonlyMap<string, RowType>): string[] {
  const tables = [...sql.matchAll(/\b(?:from|join|into|update)\s+(\w+)/g)].map(([, table = ""]) => table);
  const columns = new Set(tables.flatMap((table) => COLUMNS.get(table) ?? []));
  const isColumn = (name: string) => columns.has(name) && !new RegExp(`\\bas ${name}\\b`).test(sql);
  const [found, seen] = [new Set<string>(), new Set<RowType>()];
  const visit = (row: RowType): void => {
    if (seen.has(row)) return;
    seen.add(row);
    for (const name of row.fields.filter(isColumn)) found.add(`${row.file}: ${name}`);
    for (const base of row.bases) {
      const type = types.get(base) ?? all.get(base);
      if (type) visit(type);
    }
  };
  rows.forEach(visit);
  return [...found];
}

test("row types take the types of columns from the schema", () => {
  const sources = trackedFiles(["worker"])
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readSource(file, readFileSync(join(root, file), "utf8")));
  const all = new Map(sources.flatMap(({ types }) => [...types]));
  expect([...new Set(sources.flatMap((source) => repeatedIn(source, all)))]).toEqual([]);
});

test("a row type that repeats a column is found, also in what it extends, and a computed field isn't", () => {
  const source = readSource(
    "names.ts",
    `interface Base { username: string; }
    interface NameRow extends Base, Columns<"users", "id"> { xp: number | null; length: number; }
    const names = statement<NameRow>\`select id, username, xp, length(username) as length from users\`;
    const bios = (): Statement<{ bio: string; coins: number }> =>
      statement(sql\`select bio, coins + 1 as coins from users\`);`,
  );
  expect(repeatedIn(source, new Map())).toEqual(["names.ts: xp", "names.ts: username", "names.ts: bio"]);
});
