import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { type Comment, parseSync, type StaticExportEntry, Visitor } from "oxc-parser";
import { trackedFiles } from "./files.ts";
import { type Ban, COMMENT, IDENTIFIER, NAME, PROSE } from "./vocabulary.ts";

/** One place that uses the old vocabulary. */
export interface Finding {
  file: string;
  line: number;
  word: string;
  use: string;
  excerpt: string;
}

type Kind = "identifier" | "comment" | "title" | "string";

const RULES: Record<Exclude<Kind, "identifier">, Ban[]> = {
  comment: [...PROSE, ...COMMENT],
  title: [...PROSE, ...COMMENT],
  string: PROSE,
};

/** The words of an identifier or file name, in lower case: `sendMails` is `send`, `mails`. */
export const wordsOf = (name: string): string[] =>
  name
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());

function* matches(bans: Ban[], text: string): Generator<{ index: number; word: string; use: string }> {
  for (const { pattern, use } of bans) {
    for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags}gm`)))
      yield { index: match.index, word: match[0], use };
  }
}

/** What the old vocabulary calls a name; columns and fields of the wire (`snake_case`) keep theirs. */
function* badName(name: string): Generator<{ word: string; use: string }> {
  if (name.includes("_") && name === name.toLowerCase()) return;
  for (const { pattern, use } of IDENTIFIER) if (pattern.test(name)) yield { word: name, use };
  for (const word of wordsOf(name))
    for (const { pattern, use } of NAME) if (pattern.test(word)) yield { word: name, use };
}

/** The text of a comment without its stars. */
const commentText = ({ value }: Comment): string => value.replace(/^[ \t]*\*+[ \t]?/gm, "  ").trim();

/** Reads a module and reports every place that uses the old vocabulary. `spec` holds strings that must stay. */
function checkModule(file: string, source: string, spec: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = [];
  const lineAt = (offset: number) => source.slice(0, offset).split("\n").length;
  const report = (offset: number, word: string, use: string, text: string) =>
    findings.push({ file, line: lineAt(offset), word, use, excerpt: text.replace(/\s+/g, " ").slice(0, 100) });
  const { program, comments } = parseSync(file, source);
  const prose = (kind: Exclude<Kind, "identifier">, text: string, offset: number) => {
    if (spec.has(text)) return;
    for (const { index, word, use } of matches(RULES[kind], text)) report(offset + index, word, use, text);
  };
  const name = (text: string, offset: number) => {
    for (const { word, use } of badName(text)) report(offset, word, use, text);
  };
  for (const comment of comments) prose("comment", commentText(comment), comment.start);
  const titles = new Set<unknown>();
  new Visitor({
    Identifier: (node) => name(node.name, node.start),
    PrivateIdentifier: (node) => name(node.name, node.start),
    JSXIdentifier: (node) => name(node.name, node.start),
    CallExpression: ({ callee, arguments: [first] }) => {
      const root = callee.type === "MemberExpression" ? callee.object : callee;
      if (root.type === "Identifier" && /^(test|describe|it)$/.test(root.name) && first) {
        titles.add(first);
        if (first.type === "Literal" && typeof first.value === "string") prose("title", first.value, first.start);
      }
    },
    Literal: (node) => {
      if (typeof node.value === "string" && !titles.has(node)) prose("string", node.value, node.start);
    },
    TemplateElement: (node) => prose("string", node.value.cooked ?? node.value.raw, node.start),
    JSXText: (node) => prose("string", node.value, node.start),
  }).visit(program);
  return findings;
}

/** Style sheets, documents and pages: every line is prose. */
function checkText(file: string, source: string): Finding[] {
  const found: Finding[] = [];
  for (const [number, line] of source.split("\n").entries())
    for (const { word, use } of matches(PROSE, line))
      found.push({ file, line: number + 1, word, use, excerpt: line.trim().slice(0, 100) });
  return found;
}

/** Every use of the old vocabulary in the files of this project, or in those below the given folders. */
export function checkWords(spec: ReadonlySet<string>, under: string[] = []): Finding[] {
  return trackedFiles(under).flatMap((file) => {
    const source = readFileSync(file, "utf8");
    const path = [...badName(basename(file, extname(file)))].map(({ word, use }) => ({
      file,
      line: 1,
      word,
      use,
      excerpt: "the file's name",
    }));
    if (/\.(ts|tsx|mjs)$/.test(file)) return [...path, ...checkModule(file, source, spec)];
    return [...path, ...checkText(file, source)];
  });
}

/** Folders' usual files: named after what they hold for the feature they stand in. */
const ROLES = new Set(
  "api rules view queries commands routes present types limits fields schema strings main index object config options".split(" "),
);
const singular = (word: string) => word.replace(/ies$/, "y").replace(/(s|x|ch|sh)es$/, "$1").replace(/s$/, "");

/** Whether one of a module's exports has all words of its file's name; files without exports have none to match. */
export function nameFits(file: string, exported: readonly string[]): boolean {
  const stem = basename(file).replace(/(\.nightly)?(\.(test|spec|setup|module|config|d))?\.[a-z]+$/, "");
  if (exported.length === 0 || ROLES.has(stem)) return true;
  const wanted = wordsOf(stem).map(singular);
  return exported.some((name) => {
    const has = wordsOf(name).map(singular);
    return wanted.every((word) => has.includes(word)) || has.join("") === wanted.join("");
  });
}

const exportedName = (entry: StaticExportEntry, source: string): string => {
  if (entry.exportName.kind !== "Default") return entry.exportName.name ?? "";
  return /export default (?:async )?(?:function|class)\s+(\w+)/.exec(source)?.[1] ?? entry.localName.name ?? "";
};

/** Exported names by file; re-exports are left out. */
export function exportsOf(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const { module } = parseSync(file, source);
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.moduleRequest === null)
    .map((entry) => exportedName(entry, source));
}
