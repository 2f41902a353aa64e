import type { Source } from "./sources.ts";
import { splitStatements, sqlWords } from "./sql-words.ts";

type Event = "insert" | "update" | "delete";

/** A change that a trigger makes or waits for. */
export interface Change {
  event: Event;
  table: string;
  /** The columns that an update sets or waits for; empty for any. */
  columns: string[];
}

export interface Trigger {
  name: string;
  why: string;
  on: Change;
  hasCondition: boolean;
  /** The changes it makes. */
  changes: Change[];
  /** Whether it rejects the change instead. */
  isGuard: boolean;
}

const HEAD = /^create trigger (\w+) (?:before|after) (insert|delete|update)(?: of (.*?))? on (\w+) (when )?/;

/** Parses a trigger: the change it waits for and those it makes. Throws if it has another form. */
export function parseTrigger({ name, why, text, file }: Source): Trigger {
  const words = sqlWords(text);
  const [, , event, columns, table = "", condition] = HEAD.exec(words.join(" ")) ?? [];
  if (event === undefined) throw new Error(`${file} has a trigger in an unknown form: ${name}.`);
  const body = words.slice(words.indexOf("begin") + 1, -1).join(" ");
  const statements = splitStatements(body).map((statement) => statement.split(" "));
  return {
    name,
    why,
    on: { event: event as Event, table, columns: columns?.split(" , ") ?? [] },
    hasCondition: condition !== undefined,
    changes: statements.flatMap(changesOf),
    isGuard: statements.some(([first, second]) => first === "select" && second === "raise"),
  };
}

/** The changes of a statement. An insert that updates on conflict makes two. */
function changesOf(words: readonly string[]): Change[] {
  const [verb] = words;
  const table = (before: string) => words[words.indexOf(before) + 1] ?? "";
  if (verb === "delete") return [{ event: "delete", table: table("from"), columns: [] }];
  if (verb === "update") return [{ event: "update", table: words[1] ?? "", columns: setColumns(words) }];
  if (verb !== "insert") return [];
  const insert: Change = { event: "insert", table: table("into"), columns: [] };
  const conflict = words.lastIndexOf("conflict");
  const updated = conflict < 0 ? [] : setColumns(words.slice(conflict));
  return updated.length === 0 ? [insert] : [insert, { ...insert, event: "update", columns: updated }];
}

/** The columns in `set a = 1, (b, c) = (…)`. */
function setColumns(words: readonly string[]): string[] {
  const columns: string[] = [];
  let depth = 0;
  let isTarget = true;
  const start = words.indexOf("set") + 1;
  if (start === 0) return [];
  for (const word of words.slice(start)) {
    if (word === "(") depth++;
    else if (word === ")") depth--;
    else if (depth === 0 && word === "where") break;
    else if (depth === 0 && word === ",") isTarget = true;
    else if (depth === 0 && word === "=") isTarget = false;
    else if (isTarget && /^\w+$/.test(word)) columns.push(word);
  }
  return columns;
}

/** Whether a change runs a trigger, leaving its condition out. */
export function runs({ event, table, columns }: Change, { on }: Trigger): boolean {
  if (event !== on.event || table !== on.table) return false;
  return on.columns.length === 0 || on.columns.some((column) => columns.includes(column));
}
