import { useQueryClient } from "@tanstack/react-query";
import { Hammer, Save } from "lucide-react";
import { type FormEvent, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { createLevelRoute, editLevelRoute, type Level } from "#domain/levels/api.ts";
import { LEVEL_CATEGORIES, VISIBILITIES } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { categoryProblem, playableProblem } from "#domain/world/rules.ts";
import { AboutFields } from "#web/components/about-fields.tsx";
import { levelCategoriesText } from "#web/components/text/level-categories.ts";
import { useForm } from "#web/lib/form.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { SegmentedControl, Switch } from "#web/ui/checkbox.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { cacheLevel, LEVEL_LISTS } from "../level-query.ts";
import { levelFormText as text } from "../text/level-form.ts";
import { CardPreview, currentPictureUrl } from "./card-preview.tsx";
import styles from "./form.module.css";
import { type LevelDraft, type LevelFields, useLevelDraft } from "./level-draft.ts";
import { PictureField } from "./picture-field.tsx";
import { isPictureShot, ShotPicker } from "./shot-picker.tsx";
import { WorldPicker } from "./world-picker.tsx";
import { templateWorld, toWorldFile, useStoredWorld, useWorldFile, type WorldState } from "./worlds.ts";

function WorldWarnings({ warnings, onClose }: { warnings: readonly string[]; onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      title={text.warningsTitle}
      text={text.warningsText(warnings.length)}
      footer={
        <Button variant="primary" onClick={onClose}>
          {text.warningsDone}
        </Button>
      }
    >
      <ul className={styles.warnings}>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Modal>
  );
}

const NEW_LEVEL: LevelFields = {
  title: "",
  description: "",
  category: "",
  visibility: "public",
  comments_enabled: true,
  world: "obby",
  picture: "keep",
};

function fieldsOf(level: Level): LevelFields {
  const { title, description, category, visibility, comments_enabled } = level;
  return { title, description, category, visibility, comments_enabled, world: "keep", picture: "keep" };
}

/** Without the choices that become files. */
function textsOf<T extends Partial<LevelFields>>({
  world,
  picture,
  ...texts
}: T): Omit<T, "world" | "picture"> {
  return texts;
}

interface SectionProps {
  draft: LevelDraft;
  errors: Record<string, string[]>;
}

function AboutCard({ draft: { fields, change }, errors }: SectionProps) {
  return (
    <Card className={styles.card}>
      <h2>{text.about}</h2>
      <AboutFields
        title={{ field: "title", label: text.title, max: LIMITS.levelTitle, value: fields.title }}
        description={{
          label: text.description,
          hint: text.descriptionHint,
          max: LIMITS.levelDescription,
          value: fields.description,
        }}
        errors={errors}
        onChange={change}
      />
      <Select
        name="category"
        label={text.category}
        hint={text.categoryHints[fields.category]}
        options={LEVEL_CATEGORIES.map((value) => ({ value, label: levelCategoriesText[value] }))}
        value={fields.category}
        errors={errors.category}
        onChange={(category) => change({ category })}
      />
    </Card>
  );
}

function SettingsFields({ draft: { fields, change } }: Pick<SectionProps, "draft">) {
  return (
    <Card className={styles.card}>
      <SegmentedControl
        label={text.visibility}
        options={VISIBILITIES.map((value) => ({ value, label: text.visibilities[value] }))}
        value={fields.visibility}
        onChange={(visibility) => change({ visibility })}
      />
      <Switch
        label={text.comments}
        hint={text.commentsHint}
        checked={fields.comments_enabled}
        onChange={(comments_enabled) => change({ comments_enabled })}
      />
    </Card>
  );
}

function DraftNotice({ draft }: { draft: LevelDraft }) {
  if (!draft.isSaved) return <Banner tone="notice">{text.draftNotSaved}</Banner>;
  if (!draft.isRestored) return null;
  const discard = () => {
    const undo = draft.discard();
    toast(text.discarded, { action: { label: text.undo, onSelect: undo } });
  };
  return (
    <Banner
      tone="notice"
      onDismiss={draft.dismiss}
      action={
        <Button size="s" onClick={discard}>
          {text.discard}
        </Button>
      }
    >
      <strong>{text.draftRestored}</strong> {draft.isStale ? text.draftStale : text.draftHint}
    </Banner>
  );
}

/** Returns the world the form would save and its errors. A missing file is an error once saving was `attempted`. */
function useChosenWorld(draft: LevelDraft, level: Level | null, attempted: boolean) {
  const { fields, files } = draft;
  const own = useWorldFile(files.world);
  const stored = useStoredWorld(level?.file_url ?? null);
  let problems: string[] = [];
  let chosen: WorldState;
  if (fields.world === "own") chosen = own;
  else if (fields.world === "keep") chosen = stored;
  else chosen = { status: "valid", world: templateWorld(fields.world) };
  if (chosen.status === "invalid") problems = chosen.problems;
  if (chosen.status === "none" && fields.world === "own" && attempted) problems = [text.ownNeeded];
  if (chosen.status === "valid") {
    const problem = playableProblem(chosen.world) ?? categoryProblem(fields.category, chosen.world);
    if (problem) problems = [problem];
  }
  return { own, stored, chosen, problems };
}

interface SavedLevel {
  level: Level;
  warnings: string[];
}

export function LevelForm({ level }: { level: Level | null }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useUser();
  const [initial] = useState(() => (level ? fieldsOf(level) : NEW_LEVEL));
  const [base] = useState(level?.updated_at ?? "");
  const draft = useLevelDraft({ id: `${user?.id ?? 0}:${level?.id ?? "new"}`, initial, base });
  const { fields, files } = draft;
  const [attempts, setAttempts] = useState(0);
  /** Submitted while a file was still being read. */
  const [isWaiting, setWaiting] = useState(false);
  const isFileMissing = fields.world === "own" && !files.world;
  const world = useChosenWorld(draft, level, attempts > 0);

  const [warned, setWarned] = useState<SavedLevel | null>(null);

  const leave = (url: string) => {
    // Back returns to the previous page, not to the finished form.
    window.scrollTo(0, 0);
    navigate(url, { replace: true });
  };
  const onDone = (result: SavedLevel) => {
    const { level: saved, warnings } = result;
    draft.finish();
    cacheLevel(client, saved);
    toast(level ? text.saved : text.created(saved.title), { tone: "good" });
    if (warnings.length > 0) setWarned(result);
    else leave(saved.url);
  };
  const filesOf = () => ({
    ...(fields.picture === "new" && files.picture && { thumbnail: files.picture }),
    ...(fields.picture === "none" && { remove_thumbnail: true }),
    ...(isPictureShot(fields.picture) && { picture_shot: fields.picture }),
    ...(fields.world !== "keep" &&
      world.chosen.status === "valid" && { file: toWorldFile(world.chosen.world, "level.json") }),
  });
  const create = useForm(createLevelRoute, {
    read: () => ({ ...textsOf(fields), ...filesOf() }),
    onDone,
    changes: LEVEL_LISTS,
  });
  const edit = useForm(editLevelRoute, {
    read: () => ({ ...textsOf(draft.changes), ...filesOf() }),
    onDone,
    changes: LEVEL_LISTS,
    // Never submitted without a level.
    params: { id: level?.id ?? 0 },
  });
  const ownPicture = level?.has_own_thumbnail ? level.thumbnail_url : null;
  const form = level ? edit : create;
  const { ref } = form.props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt moves the focus once
  useEffect(() => {
    if (attempts > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  const isReading = draft.isLoadingFiles || (fields.world === "own" && world.own.status === "loading");
  useEffect(() => {
    if (!isWaiting || isReading) return;
    setWaiting(false);
    ref.current?.requestSubmit();
  }, [isWaiting, isReading, ref]);
  const onSubmit = (event: FormEvent) => {
    if (world.problems.length === 0 && !isReading && !isFileMissing) return form.props.onSubmit(event);
    event.preventDefault();
    if (isReading) setWaiting(true);
    else setAttempts(attempts + 1);
  };
  const worldErrors = useMemo(
    () => (world.problems.length > 0 ? world.problems : (form.errors.file ?? [])),
    [world.problems, form.errors.file],
  );
  return (
    <form {...form.props} onSubmit={onSubmit} className={styles.form}>
      <DraftNotice draft={draft} />
      {warned && <WorldWarnings warnings={warned.warnings} onClose={() => leave(warned.level.url)} />}
      <div className={styles.columns}>
        <div className={styles.main}>
          <AboutCard draft={draft} errors={form.errors} />
          <Card className={styles.card}>
            <WorldPicker
              value={fields.world}
              onChoose={(choice) => draft.change({ world: choice })}
              file={files.world}
              onFile={(file) => {
                draft.setFile("world", file);
                draft.change({ world: "own" });
              }}
              own={draft.isLoadingFiles ? { status: "loading" } : world.own}
              stored={level ? world.stored : null}
              errors={worldErrors}
              hint={level ? text.worldEditHint(level.revision) : text.worldCreateHint}
            />
          </Card>
        </div>
        <div className={styles.side}>
          <Card className={styles.card}>
            <PictureField
              choice={fields.picture}
              file={files.picture}
              current={ownPicture}
              errors={form.errors.thumbnail ?? []}
              onChange={(picture, file) => {
                draft.setFile("picture", file);
                draft.change({ picture });
              }}
            />
            {level && (
              <ShotPicker
                levelId={level.id}
                choice={fields.picture}
                onChoose={(picture) => {
                  draft.setFile("picture", null);
                  draft.change({ picture });
                }}
              />
            )}
          </Card>
          <SettingsFields draft={draft} />
          {user && (
            <CardPreview
              fields={fields}
              picture={fields.picture === "new" ? files.picture : null}
              current={currentPictureUrl(level, fields)}
              world={world.chosen.status === "valid" ? world.chosen.world : null}
              creator={level?.user ?? user}
            />
          )}
          {form.failure && (
            <Banner
              onDismiss={form.dismiss}
              action={
                form.code === "level_limit" &&
                user?.has_gold === false && (
                  <LinkButton size="s" to="/gold">
                    {text.seeGold}
                  </LinkButton>
                )
              }
            >
              {form.failure}
            </Banner>
          )}
          <div className={styles.footer}>
            <Button
              type="submit"
              variant="primary"
              size="l"
              full
              icon={level ? Save : Hammer}
              busy={form.busy}
            >
              {level ? text.save : text.create}
            </Button>
            <LinkButton to={level?.url ?? "/levels"} variant="quiet" full>
              {text.cancel}
            </LinkButton>
          </div>
        </div>
      </div>
    </form>
  );
}
