import { blockSchema, isBlock } from "#domain/world/block.ts";
import { parseWorld } from "#domain/world/parse-world.ts";
import { type World, worldFrameSchema } from "#domain/world/schema.ts";
import { worldProblem } from "#domain/world/world-problem.ts";

/** Problems beyond this many are only counted. */
export const MOST_PROBLEMS = 50;

export type ReadDocument = { ok: true; world: World } | { ok: false; problems: string[]; more: number };

/** Reads a level document. Of one that isn't valid it lists everything that is wrong, in the words that uploads get. */
export function readDocument(source: Uint8Array): ReadDocument {
  const parsed = parseWorld(source);
  if (parsed.ok) return parsed;
  const all = [...new Set([parsed.message, ...listProblems(source)])];
  return { ok: false, problems: all.slice(0, MOST_PROBLEMS), more: Math.max(0, all.length - MOST_PROBLEMS) };
}

/** Everything that is wrong with a document that is JSON. Nothing for other files. */
function listProblems(source: Uint8Array): string[] {
  const document = readJson(source);
  if (document === undefined) return [];
  const frame = worldFrameSchema.safeParse(document);
  const problems = frame.success ? [] : frame.error.issues.map((issue) => worldProblem([issue]));
  const blocks = (document as { blocks?: unknown } | null)?.blocks;
  if (!Array.isArray(blocks)) return problems;
  return [
    ...problems,
    ...blocks.flatMap((block, i) => {
      if (isBlock(block)) return [];
      const issues = blockSchema.safeParse(block).error?.issues ?? [];
      return issues.map((issue) => worldProblem([{ ...issue, path: ["blocks", i, ...issue.path] }]));
    }),
  ];
}

function readJson(source: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(source));
  } catch {
    return undefined;
  }
}
