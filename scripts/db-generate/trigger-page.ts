import type { DatabaseSource } from "#db/databases.ts";
import { type Change, parseTrigger, runs, type Trigger } from "./parse-trigger.ts";
import type { Source } from "./sources.ts";

const INTRO = `# Triggers

What a change of a table sets off. \`npm run db:generate\` writes this page from \`db/triggers\`; don't edit it. The sources have the
conditions and the SQL.

Inserts are followed to the end: a line further in is a trigger that the line above runs, or can run if the trigger has a condition.
Updates and deletes show only their first step.

Tables of other databases than the main one have its name in front: \`forum.threads\`. No trigger writes to another database: see
[effects](data-model.md#effects-on-another-database).
`;

interface DatabaseTriggers extends Pick<DatabaseSource, "folder"> {
  sources: readonly Source[];
}

/** The page that lists what an insert, an update or a delete of each table sets off. */
export function triggerPage(databases: readonly DatabaseTriggers[]): string {
  const sections = databases.flatMap(({ folder, sources }) => {
    const triggers = sources.filter(({ kind }) => kind === "trigger").map(parseTrigger);
    const tables = [...new Set(triggers.map(({ on }) => on.table))].sort();
    return tables.map((table) => {
      const title = folder ? `${folder}.${table}` : table;
      return { title, text: tableSection(title, table, triggers) };
    });
  });
  const contents = sections.map(({ title }) => `[${title}](#${title.replace(".", "")})`).join(" · ");
  return [INTRO, `${contents}\n`, ...sections.map(({ text }) => text)].join("\n");
}

function tableSection(title: string, table: string, triggers: readonly Trigger[]): string {
  const own = triggers.filter(({ on }) => on.table === table);
  const lines = own.flatMap((trigger) => {
    const { event, columns } = trigger.on;
    const on = columns.length > 0 ? `${event} of ${list(columns)}` : event;
    const line = `- **${on}**: ${describeTrigger(trigger)}. ${trigger.why}`;
    return event === "insert" ? [line, ...effects(trigger, triggers, [])] : [line];
  });
  return `## ${title}\n\n${lines.join("\n")}\n`;
}

/** The triggers that a trigger's changes run, each followed by those that it runs itself. */
function effects(cause: Trigger, triggers: readonly Trigger[], above: readonly Trigger[]): string[] {
  const path = [...above, cause];
  return triggers
    .filter((trigger) => !path.includes(trigger) && cause.changes.some((change) => runs(change, trigger)))
    .flatMap((trigger) => [
      `${"  ".repeat(path.length)}- ${trigger.hasCondition ? "can run" : "runs"} ${describeTrigger(trigger)}`,
      ...effects(trigger, triggers, path),
    ]);
}

const code = (text: string) => `\`${text}\``;
const list = (names: readonly string[]) => names.map(code).join(", ");

function describeTrigger({ name, changes, isGuard }: Trigger): string {
  if (isGuard) return `${code(name)} rejects it`;
  const tables = [...new Set(changes.map(({ table }) => table))];
  const parts = tables.map((table) =>
    describeChanges(
      table,
      changes.filter((change) => change.table === table),
    ),
  );
  return `${code(name)} → ${parts.join("; ")}`;
}

/** "`levels.ratings_count`", "adds to `counters`" and so on. */
function describeChanges(table: string, changes: readonly Change[]): string {
  const columns = [...new Set(changes.flatMap((change) => change.columns))];
  if (columns.length > 0) return list(columns.map((column) => `${table}.${column}`));
  const does = (event: Change["event"]) => changes.some((change) => change.event === event);
  if (does("insert")) return `${does("delete") ? "replaces in" : "adds to"} ${code(table)}`;
  return `deletes from ${code(table)}`;
}
