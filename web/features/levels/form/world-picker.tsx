import { CircleAlert, Download, FileJson, FileUp, Trash2 } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { WORLD_STARTS } from "#domain/build/starts/world-starts.ts";
import { downloadFile } from "#web/lib/object-url.ts";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/choice-card.module.css";
import { cx } from "#web/ui/cx.ts";
import field from "#web/ui/field.module.css";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { levelFormText as text } from "../text/level-form.ts";
import type { WorldChoice } from "./level-draft.ts";
import styles from "./world-picker.module.css";
import { WorldPicture } from "./world-picture.tsx";
import { templateWorld, toWorldFile, type WorldState } from "./worlds.ts";

interface Choice {
  value: WorldChoice;
  label: string;
  hint: string;
  state: WorldState;
}

function WorldThumbnail({ label, state }: Pick<Choice, "label" | "state">) {
  if (state.status === "valid") return <WorldPicture world={state.world} name={label} />;
  return (
    <span className={styles.picture}>
      <span className={styles.overlay}>
        {state.status === "loading" ? (
          <Skeleton height="100%" />
        ) : (
          <FileJson className={styles.icon} aria-hidden />
        )}
      </span>
    </span>
  );
}

interface ChoiceCardProps {
  choice: Choice;
  name: string;
  checked: boolean;
  onChoose: (value: WorldChoice) => void;
}

function ChoiceCard({ choice, name, checked, onChoose }: ChoiceCardProps) {
  const { value, label, hint, state } = choice;
  return (
    <label className={card.choice}>
      <input type="radio" name={name} checked={checked} onChange={() => onChoose(value)} />
      <WorldThumbnail label={label} state={state} />
      <span className={styles.text}>
        <span className={styles.label}>{label}</span>
        <span className={styles.hint}>{hint}</span>
      </span>
    </label>
  );
}

interface FilePanelProps {
  file: File | null;
  onFile: (file: File | null) => void;
  reading: boolean;
}

function FilePanel({ file, onFile, reading }: FilePanelProps) {
  return (
    <div className={styles.file}>
      <FileUp aria-hidden />
      <span className={styles.fileName}>
        {reading ? text.ownReading : (file?.name ?? text.ownDrop)}
        <span className={styles.hint}>{file ? text.ownChange : text.ownHint}</span>
      </span>
      <input
        type="file"
        name="file"
        accept=".json,application/json"
        aria-label={text.ownDrop}
        onChange={(event) => {
          const [picked] = event.target.files ?? [];
          if (picked) onFile(picked);
          // Lets the user pick the same file again after editing it.
          event.target.value = "";
        }}
      />
      {file && (
        <Button
          size="s"
          variant="quiet"
          icon={Trash2}
          className={styles.fileRemove}
          onClick={() => onFile(null)}
        >
          {text.ownRemove}
        </Button>
      )}
    </div>
  );
}

export interface WorldPickerProps {
  value: WorldChoice;
  onChoose: (value: WorldChoice) => void;
  file: File | null;
  onFile: (file: File | null) => void;
  own: WorldState;
  /** The world of the level being edited. A new level picks a template instead. */
  stored: WorldState | null;
  errors: string[];
  hint: ReactNode;
}

const hintOf = (state: WorldState, otherwise: string) =>
  state.status === "valid" ? text.facts(state.world.blocks.length, state.world.stars.length) : otherwise;

function choicesOf({ own, stored }: Pick<WorldPickerProps, "own" | "stored">): Choice[] {
  const upload: Choice = { value: "own", label: text.own, hint: hintOf(own, text.ownHint), state: own };
  if (stored) {
    return [{ value: "keep", label: text.keep, hint: hintOf(stored, text.keepHint), state: stored }, upload];
  }
  const templates = WORLD_STARTS.map(({ id, label, hint }): Choice => {
    return { value: id, label, hint, state: { status: "valid", world: templateWorld(id) } };
  });
  return [...templates, upload];
}

export function WorldPicker(props: WorldPickerProps) {
  const { value, onChoose, file, onFile, own, errors, hint } = props;
  const id = useId();
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const choices = choicesOf(props);
  const chosen = choices.find((choice) => choice.value === value);
  const bad = errors.length > 0;
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  return (
    <div
      className={cx(styles.picker, over && styles.dropping)}
      role="radiogroup"
      tabIndex={-1}
      aria-labelledby={`${id}-name`}
      aria-invalid={bad || undefined}
      aria-describedby={`${id}-hint${bad ? ` ${id}-error` : ""}`}
      onDragEnter={() => {
        depth.current++;
        setOver(true);
      }}
      onDragLeave={() => --depth.current <= 0 && leave()}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        leave();
        const [dropped] = event.dataTransfer.files;
        if (dropped) onFile(dropped);
      }}
    >
      <h2 id={`${id}-name`}>{text.world}</h2>
      <p className={field.hint} id={`${id}-hint`}>
        {hint}
      </p>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <ChoiceCard
            key={choice.value}
            choice={choice}
            name={id}
            checked={choice.value === value}
            onChoose={onChoose}
          />
        ))}
      </div>
      {value === "own" && <FilePanel file={file} onFile={onFile} reading={own.status === "loading"} />}
      <div id={`${id}-error`} className={field.errors} aria-live="polite">
        {errors.map((error) => (
          <p className={field.error} key={error}>
            <CircleAlert aria-hidden />
            {error}
          </p>
        ))}
      </div>
      {value !== "own" && chosen?.state.status === "valid" && (
        <Button
          size="s"
          variant="quiet"
          icon={Download}
          className={styles.download}
          onClick={() =>
            chosen.state.status === "valid" &&
            downloadFile(toWorldFile(chosen.state.world, `${chosen.value}.json`))
          }
        >
          {value === "keep" ? text.downloadCurrent : text.downloadTemplate}
        </Button>
      )}
    </div>
  );
}
