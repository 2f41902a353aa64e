import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { LEVEL_CATEGORIES, VISIBILITIES } from "#domain/levels/rules.ts";
import { findFile, keepFile } from "./draft-files.ts";

/** What the form holds besides its files. */
const levelFields = z.object({
  title: z.string(),
  description: z.string(),
  category: z.enum(LEVEL_CATEGORIES),
  visibility: z.enum(VISIBILITIES),
  comments_enabled: z.boolean(),
  /** One of our worlds, the current one of a level that is edited, or a file. */
  world: z.enum(["obby", "island", "race", "keep", "own"]),
  /** What is there, a new one, or none (so that one is drawn). */
  picture: z.enum(["keep", "new", "none"]),
});
export type LevelFields = z.infer<typeof levelFields>;
export type WorldChoice = LevelFields["world"];

const storedDraft = z.object({ fields: levelFields, base: z.string() });

function readDraft(key: string): z.infer<typeof storedDraft> | null {
  try {
    const stored = z.safeParse(storedDraft, JSON.parse(localStorage.getItem(key) ?? "null"));
    return stored.success ? stored.data : null;
  } catch {
    return null;
  }
}

/** Writes the draft, or removes it (null). False when the browser keeps nothing. */
function writeDraft(key: string, draft: z.infer<typeof storedDraft> | null): boolean {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

const same = (a: LevelFields, b: LevelFields) =>
  (Object.keys(a) as (keyof LevelFields)[]).every((key) => a[key] === b[key]);

interface Files {
  world: File | null;
  picture: File | null;
}
const NO_FILES: Files = { world: null, picture: null };

interface Options {
  /** Whose and of what: `7:new`, `7:123`. */
  id: string;
  initial: LevelFields;
  /** Which state of the level the draft is based on (its `updated_at`). */
  base: string;
}

/** The form's contents, kept in this browser until they are saved or discarded. */
export function useDraft({ id, initial, base }: Options) {
  const key = `bopolis-draft:${id}`;
  const [found] = useState(() => readDraft(key));
  const [fields, setFields] = useState(found?.fields ?? initial);
  const [files, setFiles] = useState(NO_FILES);
  const [finding, setFinding] = useState(found?.fields.world === "own" || found?.fields.picture === "new");
  const [isRestored, setRestored] = useState(found !== null);
  const [isKept, setKept] = useState(true);
  const isDone = useRef(false);
  const filesFound = useRef(false);

  useEffect(() => {
    if (isDone.current || finding) return;
    setKept(writeDraft(key, same(fields, initial) ? null : { fields, base: found?.base ?? base }));
  }, [key, fields, initial, base, found, finding]);

  useEffect(() => {
    if (!found || filesFound.current) return;
    filesFound.current = true;
    const find = async () => {
      const { world, picture } = found.fields;
      const [worldFile, pictureFile] = await Promise.all([
        world === "own" ? findFile(`${key}:world`) : null,
        picture === "new" ? findFile(`${key}:picture`) : null,
      ]);
      setFiles({ world: worldFile, picture: pictureFile });
      // A picture that is gone is no picture; a world file that is gone is asked for again.
      if (picture === "new" && !pictureFile) setFields((now) => ({ ...now, picture: initial.picture }));
      setFinding(false);
    };
    void find();
  }, [found, key, initial]);

  const setFile = (name: keyof Files, file: File | null) => {
    setFiles((now) => ({ ...now, [name]: file }));
    void keepFile(`${key}:${name}`, file).then((kept) => !kept && file && setKept(false));
  };
  const change = (part: Partial<LevelFields>) => setFields((now) => ({ ...now, ...part }));
  const forget = () => {
    writeDraft(key, null);
    void keepFile(`${key}:world`, null);
    void keepFile(`${key}:picture`, null);
  };

  return {
    fields,
    files,
    /** Files of the draft are being looked for. */
    finding,
    isRestored,
    isStale: found !== null && found.base !== base,
    isKept,
    change,
    setFile,
    dismiss: () => setRestored(false),
    /** Back to how the form was; the answer puts everything back again. */
    discard: () => {
      const before = { fields, files };
      setFields(initial);
      setFiles(NO_FILES);
      setRestored(false);
      forget();
      return () => {
        setFields(before.fields);
        setFile("world", before.files.world);
        setFile("picture", before.files.picture);
      };
    },
    /** It is saved: the draft is no longer needed. */
    finish: () => {
      isDone.current = true;
      forget();
    },
  };
}
export type Draft = ReturnType<typeof useDraft>;
