import { useQuery } from "@tanstack/react-query";
import { FileInput, Import } from "lucide-react";
import { useState } from "react";
import { cleanText } from "#domain/api/fields.ts";
import { pasteEdit } from "#domain/build/clip.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { toParts } from "#domain/build/world.ts";
import { userLevelsRoute } from "#domain/levels/api.ts";
import { firstCharacters } from "#domain/limits.ts";
import { worldRoute } from "#domain/runs/api.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { type ValidatedWorld, validateWorld } from "#domain/world/parse-world.ts";
import { call } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useMember } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import { toast } from "#web/ui/toast-store.ts";
import { useBuilder } from "../builder-context.ts";
import { countedKinds } from "../part-names.ts";
import { builderImportText as text } from "../text/builder-import.ts";
import styles from "./import-modal.module.css";

/** Problems beyond this many are only counted. */
export const MOST_PROBLEMS = 50;

/** Reads a level document. Of one that isn't valid it lists what is wrong, in the words that uploads get. */
export const readDocument = (source: Uint8Array): ValidatedWorld => validateWorld(source, MOST_PROBLEMS);

type Source = "file" | "own";
const SOURCES = [
  { value: "file", label: text.file },
  { value: "own", label: text.own },
] as const;

interface Chosen {
  name: string;
  read: ValidatedWorld | null;
}

/** A name for a group, which is shorter than a level's title. */
const groupName = (name: string): string =>
  firstCharacters(cleanText(name) || text.fileName, BUILD_LIMITS.groupName);

interface OwnLevelsProps {
  chosenId: number | null;
  onChoose: (id: number, title: string) => void;
}

function OwnLevels({ chosenId, onChoose }: OwnLevelsProps) {
  const { build } = useBuilder();
  const { username } = useMember();
  const [search, setSearch] = useState("");
  const list = useQuery(queryFor(userLevelsRoute, { params: { username }, input: { page: 1, search } }));
  const levels = list.data?.data.filter(({ id }) => id !== build.level.id);
  return (
    <>
      <SearchBox label={text.search} value={search} onSearch={setSearch} />
      {list.isPending && <Skeleton height={160} />}
      <QueryError query={list} always />
      {levels?.length === 0 && <p>{search ? text.noneFound : text.none}</p>}
      <ul className={styles.levels}>
        {levels?.map(({ id, title, thumbnail_url }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.level}
              aria-pressed={id === chosenId}
              onClick={() => onChoose(id, title)}
            >
              <img src={thumbnail_url} width={96} height={54} alt="" loading="lazy" />
              {title}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Findings({ read }: { read: ValidatedWorld }) {
  if (read.ok) {
    const parts = toParts(read.world);
    return <p role="status">{parts.length > 0 ? text.found(countedKinds(parts)) : text.empty}</p>;
  }
  return (
    <div className={styles.problems} role="alert">
      <strong>{text.problems(read.problems.length + read.more)}</strong>
      <ul>
        {read.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      {read.more > 0 && <p>{text.moreProblems(read.more)}</p>}
    </div>
  );
}

const failed: ValidatedWorld = { ok: false, problems: [text.unreadable], more: 0 };

/** Adds what is in a document, or in another of the user's levels, as a group. */
export default function ImportModal({ onClose }: { onClose: () => void }) {
  const { editor, session } = useBuilder();
  const [source, setSource] = useState<Source>("file");
  const [file, setFile] = useState<File | null>(null);
  const [levelId, setLevelId] = useState<number | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);

  const read = async (name: string, load: () => Promise<ValidatedWorld>) => {
    const reading: Chosen = { name, read: null };
    setChosen(reading);
    const result = await load().catch(() => failed);
    // Something else may have been chosen since.
    setChosen((now) => (now === reading ? { name, read: result } : now));
  };
  const chooseFile = (picked: File | null) => {
    setFile(picked);
    if (!picked) return setChosen(null);
    void read(picked.name.replace(/\.json$/i, ""), async () =>
      readDocument(new Uint8Array(await picked.slice(0, WORLD_LIMITS.bytes + 1).arrayBuffer())),
    );
  };
  const chooseLevel = (id: number, title: string) => {
    setLevelId(id);
    void read(title, async () => ({ ok: true, world: await call(worldRoute, { params: { id } }) }));
  };
  const world = chosen?.read?.ok ? chosen.read.world : null;
  const canAdd = world !== null && toParts(world).length > 0;
  const add = () => {
    if (!world || !chosen) return;
    const name = groupName(chosen.name);
    const parts = toParts(world) as Parameters<typeof pasteEdit>[0]["parts"];
    const pasted = pasteEdit(
      { parts, groups: [] },
      { by: [0, 0, 0], newId: () => session.model.newId(), name },
    );
    const problem = session.model.change(pasted.edit);
    if (problem !== null) return toast(problem, { tone: "bad" });
    onClose();
    editor.select(pasted.ids, "replace", true);
    editor.focus();
    toast(text.added(name), { tone: "good" });
  };
  return (
    <Modal
      open
      wide
      alignTop
      title={text.title}
      text={text.text}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button variant="primary" icon={Import} disabled={!canAdd} onClick={add}>
            {text.add}
          </Button>
        </>
      }
    >
      <SegmentedControl
        label={text.source}
        hideLabel
        options={SOURCES}
        value={source}
        onChange={(next) => {
          setSource(next);
          setChosen(null);
          setFile(null);
          setLevelId(null);
        }}
      />
      {source === "file" ? (
        <FileDrop
          label={text.file}
          hint={text.chooseHint}
          icon={FileInput}
          accept=".json,application/json"
          prompt={file ? text.another : text.choose}
          file={file}
          onPick={chooseFile}
        />
      ) : (
        <OwnLevels chosenId={levelId} onChoose={chooseLevel} />
      )}
      {chosen && !chosen.read && <p role="status">{text.reading}</p>}
      {chosen?.read && <Findings read={chosen.read} />}
    </Modal>
  );
}
