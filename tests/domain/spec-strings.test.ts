import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { nodesOf } from "#scripts/check/words.ts";
import { SPEC_STRINGS } from "./spec-strings.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The string literals of a file, and the fixed parts of its templates. */
const literalsIn = (file: string): string[] =>
  [...nodesOf(parseSync(file, readFileSync(join(ROOT, file), "utf8")).program)].flatMap((node) => {
    if (node.type === "Literal" && typeof node.value === "string") return [node.value];
    return node.type === "TemplateElement" ? [node.value.cooked ?? ""] : [];
  });

/** Whether a module has a string: as a whole literal, or each fixed part of a template within one. */
function holds(literals: readonly string[], text: string): boolean {
  const parts = text.split(/\{[^}]*\}/);
  if (parts.length === 1) return literals.includes(text);
  return literals.includes(text) || parts.every((part) => literals.some((literal) => literal.includes(part)));
}

test("keeps every string that the specification dictates", () => {
  const literals = new Map<string, string[]>();
  for (const { source } of SPEC_STRINGS) if (!literals.has(source)) literals.set(source, literalsIn(source));
  const missing = SPEC_STRINGS.filter(({ text, source }) => !holds(literals.get(source) ?? [], text));
  expect(missing).toEqual([]);
});
