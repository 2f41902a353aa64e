import type * as z from "zod/mini";

type Issue = z.core.$ZodIssue;

/** All problems of a document, as sentences for its creator. */
export class WorldProblems {
  /** In the order of their discovery. */
  readonly sentences: string[] = [];
  /** Problems without a sentence. */
  more = 0;
  readonly #most: number;

  /** Problems beyond `most` are only counted. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether further problems are only counted. */
  get isFull(): boolean {
    return this.sentences.length >= this.#most;
  }

  /** Adds what a schema found. Without any issues, it adds that the value at the path isn't valid. */
  add(issues: readonly Issue[], path: readonly PropertyKey[] = []): void {
    for (const issue of issues) {
      const moved = { ...issue, path: [...path, ...issue.path] };
      if (issue.code !== "unrecognized_keys") this.#addSentence(moved);
      else for (const key of issue.keys) this.#addSentence({ ...moved, keys: [key] } as Issue);
    }
    if (issues.length === 0)
      this.#addSentence({ code: "custom", path: [...path], message: `${pathText(path)} isn't valid.` });
  }

  #addSentence(issue: Issue): void {
    if (this.isFull) this.more++;
    else this.sentences.push(worldProblem([issue]));
  }
}

/** A sentence that names the position of the first error in the document and how to fix it. */
export function worldProblem(issues: readonly Issue[]): string {
  const issue = issues[0];
  if (!issue) return "The level file isn't a level document.";
  const path = pathText(issue.path) || "The level document";
  switch (issue.code) {
    case "unrecognized_keys":
      return `${path} has a key that levels don't know: ${quoted(issue.keys[0] ?? "")}. Remove it.`;
    case "too_small":
      return `${path} ${sizeText(issue.origin, "at least", issue.minimum)}`;
    case "too_big":
      return `${path} ${sizeText(issue.origin, "at most", issue.maximum)}`;
    case "invalid_value":
      return `${path} must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}.`;
    case "invalid_format":
      return `${path} must be 6 hexadecimal digits without '#', such as f99205.`;
    case "invalid_type":
      return `${path} must be ${withArticle(issue.expected)}.`;
    case "custom":
      return issue.message;
    default:
      return `${path} isn't valid.`;
  }
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step, i) => (typeof step === "number" ? `[${step}]` : `${i > 0 ? "." : ""}${String(step)}`))
    .join("");
}

function sizeText(origin: string, bound: string, limit: number | bigint): string {
  return origin === "array"
    ? `must have ${bound} ${limit.toLocaleString("en")} entries.`
    : `must be ${bound} ${limit}.`;
}

function withArticle(expected: string): string {
  if (expected === "tuple" || expected === "array")
    return expected === "tuple" ? "a list of three numbers" : "a list";
  return expected === "object" ? "an object" : `a ${expected}`;
}

function quoted(key: string): string {
  return JSON.stringify(key.length > 40 ? `${key.slice(0, 40)}…` : key);
}
