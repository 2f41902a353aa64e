import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { type Comment, type Expression, type Node, parseSync, type StaticExportEntry } from "oxc-parser";
import { root } from "../run-script.mjs";
import { type Ban, COMMENT, FIELDS, IDENTIFIER, NAME, PROSE } from "./vocabulary.ts";

/** One place that uses the old vocabulary. */
export interface Finding {
  file: string;
  line: number;
  word: string;
  use: string;
  excerpt: string;
}

/** For comments and test titles. */
const TECHNICAL: readonly Ban[] = [...PROSE, ...COMMENT];

type Match = Pick<Finding, "word" | "use"> & { index: number };

/** The words of an identifier or file name, in lower case: `sendMails` is `send`, `mails`. */
export const wordsOf = (name: string): string[] =>
  name
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());

const matchesIn = (bans: readonly Ban[], text: string): Match[] =>
  bans.flatMap(({ pattern, use }) =>
    [...text.matchAll(pattern)].map(({ 0: word, index }) => ({ word, use, index })),
  );

/** Old words in a name. Columns and fields of the API in `snake_case` keep theirs. */
function matchesInName(name: string): Match[] {
  if (name.includes("_") && name === name.toLowerCase()) return [];
  const bans = [
    ...IDENTIFIER.filter(({ pattern }) => name.search(pattern) >= 0),
    ...NAME.filter(({ pattern }) => wordsOf(name).some((word) => word.search(pattern) >= 0)),
  ];
  return bans.map(({ use }) => ({ word: name, use, index: 0 }));
}

/** The text of a comment without its stars. */
const commentText = ({ value }: Comment): string => value.replace(/^[ \t]*\*+[ \t]?/gm, "  ").trim();

/** Keys, column names and SQL are code, not prose. */
const isCode = (text: string): boolean =>
  /^[a-z][a-z-]*$/.test(text) ||
  /^\s*(select|insert|update|delete|create|alter|with|from|where)\b/.test(text);

/** The nodes of a syntax tree, parents first. */
export function* nodesOf(tree: unknown): Generator<Node> {
  if (typeof tree !== "object" || tree === null) return;
  if ("type" in tree && "start" in tree) yield tree as Node;
  for (const child of Object.values(tree)) yield* nodesOf(child);
}

/** The names that a node declares; references and imported names are checked where they are declared. */
function declaredNames(node: Node): { name: string; start: number }[] {
  switch (node.type) {
    case "VariableDeclarator":
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ClassDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
    case "TSEnumDeclaration": {
      const params = "params" in node ? node.params : [];
      return [node.id, ...params].flatMap(boundNames);
    }
    case "ArrowFunctionExpression":
    case "TSFunctionType":
      return node.params.flatMap(boundNames);
    case "CatchClause":
      return boundNames(node.param);
    case "TSTypeParameter":
      return [node.name];
    case "Property":
    case "PropertyDefinition":
    case "MethodDefinition":
    case "TSPropertySignature":
    case "TSMethodSignature": {
      const { key } = node;
      const isName = key.type === "Identifier" || key.type === "PrivateIdentifier";
      return isName && !node.computed && !FIELDS.has(key.name) ? [key] : [];
    }
    case "ImportSpecifier": {
      const { imported, local } = node;
      return imported.type === "Identifier" && imported.name === local.name ? [] : [local];
    }
    default:
      return [];
  }
}

/** The names that a pattern binds: `{ a, b: [c] }` binds `a` and `c`. */
function boundNames(pattern: Node | null): { name: string; start: number }[] {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => {
        if (property.type === "RestElement") return boundNames(property.argument);
        return property.shorthand ? [] : boundNames(property.value);
      });
    case "ArrayPattern":
      return pattern.elements.flatMap(boundNames);
    case "AssignmentPattern":
      return boundNames(pattern.left);
    case "RestElement":
      return boundNames(pattern.argument);
    default:
      return [];
  }
}

/** Whether an expression is `test`, `test.each(…)`, `describe.for(…)` and so on. */
function declaresTests(callee: Expression): boolean {
  if (callee.type === "Identifier") return /^(test|describe)$/.test(callee.name);
  if (callee.type === "MemberExpression") return declaresTests(callee.object as Expression);
  return callee.type === "CallExpression" && declaresTests(callee.callee);
}

/** Every place in a module's source that uses the old vocabulary. */
export function checkModule(file: string, source: string, parsed = parseSync(file, source)): Finding[] {
  const findings: Finding[] = [];
  const report = (matches: readonly Match[], start: number, text: string) => {
    for (const { word, use, index } of matches) {
      const line = source.slice(0, start + index).split("\n").length;
      findings.push({ file, line, word, use, excerpt: text.replace(/\s+/g, " ").slice(0, 100) });
    }
  };
  const { program, comments } = parsed;
  for (const comment of comments) {
    const text = commentText(comment);
    report(matchesIn(TECHNICAL, text), comment.start, text);
  }
  const titles = new Set<unknown>();
  for (const node of nodesOf(program)) {
    for (const { name, start } of declaredNames(node)) report(matchesInName(name), start, name);
    if (node.type === "CallExpression" && declaresTests(node.callee)) {
      const [title] = node.arguments;
      for (const part of title?.type === "TemplateLiteral" ? title.quasis : [title]) titles.add(part);
    }
    const text = textOf(node);
    if (text === null || isCode(text)) continue;
    report(matchesIn(titles.has(node) ? TECHNICAL : PROSE, text), node.start, text);
  }
  return findings;
}

/** The text of a string, of a part of a template or between JSX tags; null for other nodes. */
function textOf(node: Node): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "TemplateElement") return node.value.cooked ?? node.value.raw;
  return node.type === "JSXText" ? node.value : null;
}

/** Style sheets, documents and pages: every line is prose. */
const checkText = (file: string, source: string): Finding[] =>
  source.split("\n").flatMap((text, line) =>
    matchesIn(PROSE, text).map(({ word, use }) => ({
      file,
      line: line + 1,
      word,
      use,
      excerpt: text.trim().slice(0, 100),
    })),
  );

/** Where the old words are listed. */
const LISTS = new Set(["docs/glossary.md", "scripts/check/vocabulary.ts"]);

const isModule = (file: string): boolean => /\.(ts|tsx|mjs)$/.test(file);

/** Every use of the old vocabulary in a file, and the file's name if it fits none of its exports. */
export function checkFile(file: string): Finding[] {
  if (LISTS.has(file)) return [];
  const source = readFileSync(join(root, file), "utf8");
  if (!isModule(file)) return checkText(file, source);
  const parsed = parseSync(file, source);
  const exported = exportsOf(file, source, parsed);
  const names = matchesInName(basename(file, extname(file)));
  if (!nameFits(file, exported))
    names.push({ word: basename(file), use: `one of its exports: ${exported.join(", ")}`, index: 0 });
  return [
    ...names.map(({ word, use }) => ({ file, line: 1, word, use, excerpt: "the file's name" })),
    ...checkModule(file, source, parsed),
  ];
}

/** Folders' usual files: named after what they hold for the feature they stand in. */
const ROLES = new Set(
  "api rules view queries commands routes present types limits fields schema strings main index object config options".split(
    " ",
  ),
);
const singular = (word: string) =>
  word
    .replace(/ies$/, "y")
    .replace(/(s|x|ch|sh)es$/, "$1")
    .replace(/s$/, "");

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
  return (
    /export default (?:async )?(?:function|class)\s+(\w+)/.exec(source)?.[1] ?? entry.localName.name ?? ""
  );
};

/** The names that a module exports, without re-exports and unnamed defaults. */
export function exportsOf(file: string, source: string, { module } = parseSync(file, source)): string[] {
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.moduleRequest === null)
    .map((entry) => exportedName(entry, source))
    .filter((name) => name !== "");
}
