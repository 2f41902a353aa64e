import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { SPEC_STRINGS } from "./spec-strings.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The string literals below a node, and the fixed parts of templates. */
function* literalsBelow(node: unknown): Generator<string> {
  if (typeof node !== "object" || node === null) return;
  if ("type" in node && "value" in node) {
    if (node.type === "Literal" && typeof node.value === "string") yield node.value;
    if (node.type === "TemplateElement") yield (node.value as { cooked: string }).cooked;
  }
  for (const child of Object.values(node)) yield* literalsBelow(child);
}

const literalsIn = (file: string): string[] => [
  ...literalsBelow(parseSync(file, readFileSync(join(ROOT, file), "utf8")).program),
];

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
