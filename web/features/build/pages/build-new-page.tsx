import { FileUp, Hammer } from "lucide-react";
import { useId, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { createBuildRoute } from "#domain/build/starts/api.ts";
import { WORLD_START_IDS, type WorldStartId } from "#domain/build/starts/world-start-ids.ts";
import { WORLD_STARTS, type WorldStart, worldStart } from "#domain/build/starts/world-starts.ts";
import { LIMITS } from "#domain/limits.ts";
import { WorldPicture } from "#web/features/levels/form/world-picture.tsx";
import { useForm } from "#web/lib/form.ts";
import { useRefreshUser, useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import card from "#web/ui/choice-card.module.css";
import { loadChunk } from "#web/ui/chunks.ts";
import { cx } from "#web/ui/cx.ts";
import { Page } from "#web/ui/page.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { CHANGED_BY_BUILDING } from "../changed-by-building.ts";
import styles from "../start/new-level.module.css";
import { builderNewText as text } from "../text/builder-new.ts";

const importBuilder = () => import("./build-page.tsx");
/** Loads the builder while the form is filled in. */
const preloadBuilder = () => void loadChunk(importBuilder).catch(() => undefined);

const startOf = (query: URLSearchParams): WorldStartId =>
  WORLD_START_IDS.find((id) => id === query.get("template")) ?? WORLD_START_IDS[0];

interface StartCardProps {
  start: WorldStart;
  name: string;
  isChosen: boolean;
  onChoose: () => void;
}

function StartCard({ start, name, isChosen, onChoose }: StartCardProps) {
  const { id, label, hint } = start;
  const [world] = useState(() => worldStart(id));
  return (
    <label className={cx(card.choice, styles.card)}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <WorldPicture world={world} name={label} />
      <span className={styles.about}>
        <strong>{label}</strong>
        <span>{hint}</span>
        <span className={styles.facts}>{text.facts(world.blocks.length, world.stars.length)}</span>
      </span>
    </label>
  );
}

export default function BuildNewPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const user = useUser();
  const refreshUser = useRefreshUser();
  const [start, setStart] = useState(() => startOf(query));
  const [title, setTitle] = useState("");
  const name = useId();
  const form = useForm(createBuildRoute, {
    read: () => ({ title, start }),
    onDone: ({ level_id }) => {
      // The account changes with its first private level.
      refreshUser();
      navigate(`/build/${level_id}`, { replace: true });
    },
    changes: CHANGED_BY_BUILDING,
  });
  const seeGold = form.code === "level_limit" && user?.has_gold === false && (
    <LinkButton size="s" to="/gold">
      {text.seeGold}
    </LinkButton>
  );
  return (
    <Page
      title={text.title}
      actions={
        <LinkButton icon={FileUp} to="/level/create">
          {text.upload}
        </LinkButton>
      }
    >
      <p className={styles.text}>{text.text}</p>
      <form {...form.props} className={styles.form} onFocus={preloadBuilder}>
        <fieldset className={styles.worlds}>
          <legend className="sr-only">{text.worlds}</legend>
          {WORLD_STARTS.map((one) => (
            <StartCard
              key={one.id}
              start={one}
              name={name}
              isChosen={one.id === start}
              onChoose={() => setStart(one.id)}
            />
          ))}
        </fieldset>
        <div className={styles.foot}>
          {form.failure && (
            <Banner onDismiss={form.dismiss} action={seeGold}>
              {form.failure}
            </Banner>
          )}
          <div className={styles.row}>
            <TextField
              name="title"
              label={text.name}
              placeholder={text.namePlaceholder}
              max={LIMITS.levelTitle}
              autoComplete="off"
              required
              value={title}
              errors={form.errors.title}
              onChange={(event) => setTitle(event.target.value)}
            />
            <Button type="submit" variant="primary" size="l" icon={Hammer} busy={form.busy}>
              {text.create}
            </Button>
          </div>
        </div>
      </form>
    </Page>
  );
}
