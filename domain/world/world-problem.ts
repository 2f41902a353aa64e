import type * as z from "zod/mini";

type Issue = z.core.$ZodIssue;

/** Problems beyond this many are only counted. */
const MOST_PROBLEMS = 20;

/** All problems of a document, as sentences for its creator. */
export class WorldProblems {
  readonly #sentences: string[] = [];
  #more = 0;

  get isEmpty(): boolean {
    return this.#sentences.length === 0;
  }

  /** Whether further problems are only counted. */
  get isFull(): boolean {
    return this.#sentences.length >= MOST_PROBLEMS;
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

  /** Counts a problem without a sentence. */
  count(): void {
    this.#more++;
  }

  /** The sentences in the order of their discovery, and how many more problems there are. */
  list(): string[] {
    return this.#more > 0
      ? [...this.#sentences, `And ${this.#more.toLocaleString("en")} more.`]
      : this.#sentences;
  }

  #addSentence(issue: Issue): void {
    if (this.isFull) this.count();
    else this.#sentences.push(worldProblem([issue]));
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
