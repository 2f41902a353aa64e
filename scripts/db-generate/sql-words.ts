const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\w+|[^\s\w]/g;

interface Token {
  /** Names and keywords in lower case and without quotes, because SQLite compares them so. */
  text: string;
  end: number;
}

/** The tokens of SQL, without comments. */
function tokenize(sql: string): Token[] {
  return [...sql.matchAll(TOKEN)]
    .filter(([text]) => !text.startsWith("--") && !text.startsWith("/*"))
    .map(({ 0: text, index }) => ({
      text: text.startsWith("'") ? text : text.replace(/^["`]|["`]$/g, "").toLowerCase(),
      end: index + text.length,
    }));
}

/** The words of SQL: equal for statements that differ in whitespace, comments, case and quotes of names. */
export const sqlWords = (sql: string): string[] => tokenize(sql.replace(/;\s*$/, "")).map(({ text }) => text);

/** Whether two statements do the same, however they are written. */
export const isSameSql = (a: string, b: string): boolean => sqlWords(a).join(" ") === sqlWords(b).join(" ");

/**
 * Splits SQL after each semicolon outside of a trigger's body. Comments stay with the statement that follows. The last statement
 * needs no semicolon.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let depth = 0;
  let start = 0;
  let isComplete = true;
  for (const { text, end } of tokenize(sql)) {
    isComplete = false;
    if (text === "begin" || text === "case") depth++;
    else if (text === "end") depth--;
    else if (text === ";" && depth === 0) {
      statements.push(sql.slice(start, end).trim());
      start = end;
      isComplete = true;
    }
  }
  if (!isComplete) statements.push(sql.slice(start).trim());
  return statements;
}
