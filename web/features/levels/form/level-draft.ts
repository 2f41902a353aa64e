import { useEffect, useMemo, useRef, useState } from "react";
import * as z from "zod/mini";
import { WORLD_START_IDS } from "#domain/build/starts/world-start-ids.ts";
import { PICTURE_SHOTS } from "#domain/levels/picture-shots.ts";
import { LEVEL_CATEGORIES, VISIBILITIES } from "#domain/levels/rules.ts";
import { changedFields } from "#web/lib/changed-fields.ts";
import { IndexedStore } from "#web/lib/indexed-store.ts";
import { deviceStorage, parseStored } from "#web/lib/storage.ts";

/** Draft files live in IndexedDB. Without it nothing is saved and nothing fails. */
const files = new IndexedStore("bopolis-drafts", "files");

/** Saves a file under a key, or deletes it (null). Returns false if the browser stores nothing. */
async function saveDraftFile(key: string, file: File | null): Promise<boolean> {
  try {
    if (file) await files.run("readwrite", (store) => store.put(file, key));
    else await files.run("readwrite", (store) => store.delete(key));
    return true;
  } catch {
    return false;
  }
}

async function loadDraftFile(key: string): Promise<File | null> {
  try {
    const file: unknown = await files.run("readonly", (store) => store.get(key));
    return file instanceof File ? file : null;
  } catch {
    return null;
  }
}

const levelFields = z.object({
  title: z.string(),
  description: z.string(),
  category: z.enum(LEVEL_CATEGORIES),
  visibility: z.enum(VISIBILITIES),
  comments_enabled: z.boolean(),
  /** A world to start from, the current world of the level being edited (`keep`), or an uploaded file (`own`). */
  world: z.enum([...WORLD_START_IDS, "keep", "own"]),
  /** The current picture, a new one, none (then one is drawn from the world), or what the drawn one shows. */
  picture: z.enum(["keep", "new", "none", ...PICTURE_SHOTS]),
});
export type LevelFields = z.infer<typeof levelFields>;
export type WorldChoice = LevelFields["world"];

/** Only what was changed: the rest follows what other tabs save. */
const storedDraft = z.object({ fields: z.partial(levelFields), base: z.string() });

function readDraft(key: string): z.infer<typeof storedDraft> | null {
  return z.safeParse(storedDraft, parseStored(deviceStorage.get(key))).data ?? null;
}

/** Saves the draft, or removes it (null). Returns false if the browser stores nothing. */
const writeDraft = (key: string, draft: z.infer<typeof storedDraft> | null): boolean =>
  deviceStorage.set(key, draft && JSON.stringify(draft));

interface Files {
  world: File | null;
  picture: File | null;
}
const NO_FILES: Files = { world: null, picture: null };

interface Options {
  id: string;
  initial: LevelFields;
  /** The level's `updated_at` that the draft is based on. */
  base: string;
}

/** The form's contents, stored in this browser until they are saved or discarded. */
export function useLevelDraft({ id, initial, base }: Options) {
  const key = `bopolis-draft:${id}`;
  const [stored] = useState(() => readDraft(key));
  const [fields, setFields] = useState<LevelFields>({
    ...initial,
    // JSON has no undefined values.
    ...(stored?.fields as Partial<LevelFields> | undefined),
  });
  const [files, setFiles] = useState(NO_FILES);
  const [isLoadingFiles, setLoadingFiles] = useState(
    stored?.fields.world === "own" || stored?.fields.picture === "new",
  );
  const [isRestored, setRestored] = useState(stored !== null);
  const [isSaved, setSaved] = useState(true);
  const changes = useMemo(() => changedFields(initial, fields), [initial, fields]);
  const isFinished = useRef(false);
  const filesRestored = useRef(false);

  useEffect(() => {
    if (isFinished.current || isLoadingFiles) return;
    const isEmpty = Object.keys(changes).length === 0;
    setSaved(writeDraft(key, isEmpty ? null : { fields: changes, base: stored?.base ?? base }));
  }, [key, changes, base, stored, isLoadingFiles]);

  useEffect(() => {
    if (!stored || filesRestored.current) return;
    filesRestored.current = true;
    const restoreFiles = async () => {
      const { world, picture } = stored.fields;
      const [worldFile, pictureFile] = await Promise.all([
        world === "own" ? loadDraftFile(`${key}:world`) : null,
        picture === "new" ? loadDraftFile(`${key}:picture`) : null,
      ]);
      setFiles({ world: worldFile, picture: pictureFile });
      // A missing picture falls back to the current one; a missing world file must be picked again.
      if (picture === "new" && !pictureFile) setFields((now) => ({ ...now, picture: initial.picture }));
      setLoadingFiles(false);
    };
    void restoreFiles();
  }, [stored, key, initial]);

  const setFile = (name: keyof Files, file: File | null) => {
    setFiles((now) => ({ ...now, [name]: file }));
    void saveDraftFile(`${key}:${name}`, file).then((saved) => !saved && file && setSaved(false));
  };
  const change = (part: Partial<LevelFields>) => setFields((now) => ({ ...now, ...part }));
  const clear = () => {
    writeDraft(key, null);
    void saveDraftFile(`${key}:world`, null);
    void saveDraftFile(`${key}:picture`, null);
  };

  return {
    fields,
    /** The fields that differ from the level. */
    changes,
    files,
    isLoadingFiles,
    isRestored,
    isStale: stored !== null && stored.base !== base,
    isSaved,
    change,
    setFile,
    dismiss: () => setRestored(false),
    /** Resets the form. Returns a function that undoes the reset. */
    discard: () => {
      const before = { fields, files };
      setFields(initial);
      setFiles(NO_FILES);
      setRestored(false);
      clear();
      return () => {
        setFields(before.fields);
        setFile("world", before.files.world);
        setFile("picture", before.files.picture);
      };
    },
    /** Deletes the draft after the level was saved. */
    finish: () => {
      isFinished.current = true;
      clear();
    },
  };
}
export type LevelDraft = ReturnType<typeof useLevelDraft>;
