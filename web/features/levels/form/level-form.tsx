import { useQueryClient } from "@tanstack/react-query";
import { Hammer, Save } from "lucide-react";
import { type FormEvent, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { createLevelRoute, editLevelRoute, type Level } from "#domain/levels/api.ts";
import { LEVEL_CATEGORIES, VISIBILITIES } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { categoryProblem, playableProblem } from "#domain/world/rules.ts";
import { useForm } from "#web/lib/form.ts";
import { useRefreshUser, useUser } from "#web/lib/user.ts";
import { levelFormText } from "#web/text/level-form.ts";
import { levelsText } from "#web/text/levels.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { Segmented, Switch } from "#web/ui/toggle.tsx";
import { keepLevel, refreshLists } from "../level-query.ts";
import { CardPreview, keptPicture } from "./card-preview.tsx";
import { type Draft, type LevelFields, useDraft } from "./draft.ts";
import styles from "./form.module.css";
import { PictureField } from "./picture-field.tsx";
import { WorldPicker } from "./world-picker.tsx";
import { templateWorld, useStoredWorld, useWorldFile, type WorldState, worldFile } from "./worlds.ts";

const text = levelFormText;

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

interface PartProps {
  draft: Draft;
  errors: Record<string, string[]>;
}

function About({ draft: { fields, change }, errors }: PartProps) {
  return (
    <Card className={styles.card}>
      <h2>{text.about}</h2>
      <TextField
        name="title"
        label={text.title}
        max={LIMITS.levelTitle}
        autoComplete="off"
        required
        value={fields.title}
        errors={errors.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        name="description"
        label={text.description}
        hint={text.descriptionHint}
        max={LIMITS.levelDescription}
        rows={5}
        value={fields.description}
        errors={errors.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <Select
        name="category"
        label={text.category}
        hint={text.categoryHints[fields.category]}
        options={LEVEL_CATEGORIES.map((value) => ({ value, label: levelsText.categories[value] }))}
        value={fields.category}
        errors={errors.category}
        onChange={(category) => change({ category })}
      />
    </Card>
  );
}

function Settings({ draft: { fields, change } }: Pick<PartProps, "draft">) {
  return (
    <Card className={styles.card}>
      <Segmented
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

function DraftNotice({ draft }: { draft: Draft }) {
  if (!draft.isKept) return <Banner tone="notice">{text.draftNotKept}</Banner>;
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

/** The world that the form would save, and what is wrong with it. `asked` says that saving was tried. */
function useChosenWorld(draft: Draft, level: Level | null, asked: boolean) {
  const { fields, files } = draft;
  const own = useWorldFile(files.world);
  const stored = useStoredWorld(level?.file_url ?? null);
  const ours = (): WorldState =>
    fields.world === "own" || fields.world === "keep"
      ? { is: "none" }
      : { is: "good", world: templateWorld(fields.world) };
  const chosen = fields.world === "own" ? own : fields.world === "keep" ? stored : ours();
  let problem: string | null = null;
  if (chosen.is === "bad") problem = chosen.message;
  if (chosen.is === "none" && fields.world === "own" && asked) problem = text.ownNeeded;
  if (chosen.is === "good")
    problem = playableProblem(chosen.world) ?? categoryProblem(fields.category, chosen.world);
  return { own, stored, chosen, problem };
}

/** Creates a level, or changes one. What is typed is kept in this browser until it is saved. */
export function LevelForm({ level }: { level: Level | null }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useUser();
  const refreshUser = useRefreshUser();
  const [initial] = useState(() => (level ? fieldsOf(level) : NEW_LEVEL));
  const [base] = useState(level?.updated_at ?? "");
  const draft = useDraft({ id: `${user?.id ?? 0}:${level?.id ?? "new"}`, initial, base });
  const { fields, files } = draft;
  const [tries, setTries] = useState(0);
  /** Saving was asked for while a file was still being read. */
  const [isWaiting, setWaiting] = useState(false);
  const misses = fields.world === "own" && !files.world;
  const world = useChosenWorld(draft, level, tries > 0);

  const onDone = ({ level: saved }: { level: Level }) => {
    draft.finish();
    keepLevel(client, saved);
    void refreshLists(client);
    // Their first private level is news about the account.
    refreshUser();
    toast(level ? text.saved : text.created(saved.title), { tone: "good" });
    // Back leads to where the person came from, not to a form that is done.
    window.scrollTo(0, 0);
    navigate(saved.url, { replace: true });
  };
  const read = () => ({
    title: fields.title,
    description: fields.description,
    category: fields.category,
    visibility: fields.visibility,
    comments_enabled: fields.comments_enabled,
    ...(fields.picture === "new" && files.picture && { thumbnail: files.picture }),
    ...(fields.picture === "none" && { remove_thumbnail: true }),
    ...(fields.world !== "keep" &&
      world.chosen.is === "good" && { file: worldFile(world.chosen.world, "level.json") }),
  });
  const create = useForm(createLevelRoute, { read, onDone });
  const edit = useForm(editLevelRoute, {
    read,
    onDone,
    // Never sent without a level.
    params: { id: level?.id ?? 0 },
  });
  const ownPicture = level?.has_own_thumbnail ? level.thumbnail_url : null;
  const form = level ? edit : create;
  const { ref } = form.props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try moves the focus once
  useEffect(() => {
    if (tries > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);

  const isReading = draft.finding || (fields.world === "own" && world.own.is === "reading");
  useEffect(() => {
    if (!isWaiting || isReading) return;
    setWaiting(false);
    ref.current?.requestSubmit();
  }, [isWaiting, isReading, ref]);
  const onSubmit = (event: FormEvent) => {
    if (world.problem === null && !isReading && !misses) return form.props.onSubmit(event);
    event.preventDefault();
    if (isReading) setWaiting(true);
    else setTries(tries + 1);
  };
  const worldErrors = useMemo(
    () => (world.problem ? [world.problem] : (form.errors.file ?? [])),
    [world.problem, form.errors.file],
  );
  return (
    <form {...form.props} onSubmit={onSubmit} className={styles.form}>
      <DraftNotice draft={draft} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <About draft={draft} errors={form.errors} />
          <Card className={styles.card}>
            <WorldPicker
              value={fields.world}
              onChoose={(choice) => draft.change({ world: choice })}
              file={files.world}
              onFile={(file) => {
                draft.setFile("world", file);
                draft.change({ world: "own" });
              }}
              own={draft.finding ? { is: "reading" } : world.own}
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
          </Card>
          <Settings draft={draft} />
          {user && (
            <CardPreview
              fields={fields}
              picture={fields.picture === "new" ? files.picture : null}
              current={keptPicture(level, fields)}
              world={world.chosen.is === "good" ? world.chosen.world : null}
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
          <div className={styles.foot}>
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
