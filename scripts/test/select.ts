import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../bootstrap.mjs";

/** Folders of test files by the project that runs them. */
const FOLDERS = {
  unit: ["tests/domain", "tests/web", "tests/scripts"],
  worker: ["tests/worker"],
  browser: ["tests/e2e"],
} as const;
export type Project = keyof typeof FOLDERS;

/** The test files of a feature, and the pattern of titles where no file has its name. */
export interface Selection {
  files: Record<Project, string[]>;
  titles: string | null;
}

const TEST_FILE = /(?<!\.nightly)\.(test|spec)\.ts$/;
/** The first argument of `test(…)`, `describe(…)` and of what `test.each(…)` returns. */
const TITLE = /(?:\b(?:test|describe)(?:\.\w+)*|\])\)?\(\s*(["'`])(.+?)\1/g;

const titlesIn = (file: string): string[] =>
  [...readFileSync(join(root, file), "utf8").matchAll(TITLE)].map(([, , title = ""]) => title);

function filesWhere(fits: (file: string) => boolean): Record<Project, string[]> {
  const filesOf = (project: Project) =>
    FOLDERS[project].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => TEST_FILE.test(name))
        .map((name) => `${folder}/${name}`)
        .filter(fits),
    );
  return { unit: filesOf("unit"), worker: filesOf("worker"), browser: filesOf("browser") };
}

const isEmpty = (files: Record<Project, string[]>) =>
  Object.values(files).every(({ length }) => length === 0);

/** The tests that a word selects: files that are named after it, otherwise tests with it in their titles. Null for none. */
export function selectTests(word: string): Selection | null {
  const wanted = word.toLowerCase();
  const named = filesWhere((file) => basename(file).toLowerCase().includes(wanted));
  if (!isEmpty(named)) return { files: named, titles: null };
  const titled = filesWhere((file) => titlesIn(file).some((title) => title.toLowerCase().includes(wanted)));
  if (isEmpty(titled)) return null;
  return { files: titled, titles: patternOf(wanted) };
}

/** A pattern for the runners, which know no other way to ignore case. */
const patternOf = (word: string): string =>
  word
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
