import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../run-script.mjs";

/** The folders of each test project. */
const FOLDERS = {
  unit: ["tests/domain", "tests/web", "tests/ui", "tests/scripts"],
  worker: ["tests/worker"],
  browser: ["tests/e2e"],
} as const;
export type Project = keyof typeof FOLDERS;

/** The test files of a feature. `titles` filters the tests if no file has the feature's name. */
export interface Selection {
  files: Record<Project, string[]>;
  titles: string | null;
}

const TEST_FILE = /(?<!\.nightly)\.(test|spec)\.ts$/;
/** The first argument of `test(…)`, `describe(…)` and `test.each(…)(…)`. */
const TITLE = /(?:\b(?:test|describe)(?:\.\w+)*|\])\)?\(\s*(["'`])(.+?)\1/g;

const titlesIn = (file: string): string[] =>
  [...readFileSync(join(root, file), "utf8").matchAll(TITLE)].map(([, , title = ""]) => title);

function filesWhere(matches: (file: string) => boolean): Record<Project, string[]> {
  const filesOf = (project: Project) =>
    FOLDERS[project].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => TEST_FILE.test(name))
        .map((name) => `${folder}/${name}`)
        .filter(matches),
    );
  return { unit: filesOf("unit"), worker: filesOf("worker"), browser: filesOf("browser") };
}

const isEmpty = (files: Record<Project, string[]>) =>
  Object.values(files).every(({ length }) => length === 0);

/** Selects the test files with a word in their names, otherwise the tests with it in their titles. Null if none match. */
export function selectTests(word: string): Selection | null {
  const lowercase = word.toLowerCase();
  const named = filesWhere((file) => basename(file).toLowerCase().includes(lowercase));
  if (!isEmpty(named)) return { files: named, titles: null };
  const titled = filesWhere((file) =>
    titlesIn(file).some((title) => title.toLowerCase().includes(lowercase)),
  );
  if (isEmpty(titled)) return null;
  return { files: titled, titles: titlePattern(lowercase) };
}

/** A case-insensitive pattern: the test runners have no option for it. */
const titlePattern = (word: string): string =>
  word
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
