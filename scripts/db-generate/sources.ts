import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { DatabaseSource } from "#db/databases.ts";
import { splitStatements, sqlWords } from "./sql-words.ts";

/** A trigger or search table as written in `db/triggers` and `db/search`. */
export interface Source {
  kind: "trigger" | "search";
  name: string;
  /** The comment right above the statement. */
  why: string;
  /** The statement with its comment. */
  text: string;
  /** Relative to the project's folder. */
  file: string;
}

/** The sources in a file. Throws on any other statement. */
export function parseSources(file: string, sql: string): Source[] {
  return splitStatements(sql).map((text) => {
    const [, name] = /^create (?:trigger|virtual table) (\w+) /.exec(sqlWords(text).join(" ")) ?? [];
    if (name === undefined)
      throw new Error(`${file} has a statement that creates no trigger or search table.`);
    const [comment = ""] = /^(?:--.*\n)*/.exec(text) ?? [];
    return {
      kind: /^create\s+trigger/i.test(text.slice(comment.length)) ? "trigger" : "search",
      name,
      why: comment
        .replace(/^--\s*/gm, "")
        .trim()
        .replaceAll("\n", " "),
      text,
      file,
    };
  });
}

/** All sources of a database: search tables first, because triggers write to them. */
export function readSources(root: string, { folder }: Pick<DatabaseSource, "folder">): Source[] {
  return ["db/search", "db/triggers"].flatMap((kind) => {
    const path = posix.join(kind, folder);
    if (!existsSync(join(root, path))) return [];
    return readdirSync(join(root, path))
      .filter((name) => name.endsWith(".sql"))
      .sort()
      .flatMap((name) => parseSources(`${path}/${name}`, readFileSync(join(root, path, name), "utf8")));
  });
}
