import {
  Crosshair,
  Footprints,
  Goal,
  type LucideIcon,
  MapPinPlus,
  PersonStanding,
  TriangleAlert,
} from "lucide-react";
import { PART_LIMITS } from "#domain/build/document.ts";
import type { BuildHint } from "#domain/build/hints.ts";
import { GOAL_ID, type PartId, SKY_ID, SPAWN_ID } from "#domain/build/ids.ts";
import { AMBIENCES } from "#domain/world/effects.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { fileSize } from "#web/lib/file-size.ts";
import { Button } from "#web/ui/button.tsx";
import { Progress } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Select } from "#web/ui/select.tsx";
import { useBuilder, useDocumentVersion, useEditorState } from "../builder-context.ts";
import { builderLevelText as text } from "../text/builder-level.ts";
import styles from "./level-panel.module.css";

/** Hints beyond this many are only counted. */
const SHOWN_HINTS = 30;
const COUNTED = ["block", "star", "checkpoint", "hazard"] as const;

function AmbienceField() {
  const { editor, session } = useBuilder();
  const sky = session.model.document.get(SKY_ID);
  const ambience = (sky?.kind === "sky" && sky.ambience) || "day";
  return (
    <Select
      label={text.ambience}
      options={AMBIENCES.map((value) => ({ value, label: text.ambiences[value] }))}
      value={ambience}
      onChange={(next) => editor.commands.setAmbience(next)}
    />
  );
}

/** Where a run starts or ends: leads there, or places it. */
function PlaceRow({ id, kind, icon: Icon }: { id: PartId; kind: "spawn" | "goal"; icon: LucideIcon }) {
  const { editor, session } = useBuilder();
  const part = session.model.document.get(id);
  const position = part && "position" in part ? part.position : null;
  return (
    <div className={styles.place}>
      <Icon aria-hidden />
      <strong>{position ? text[kind] : text.noGoal}</strong>
      {position && (
        <IconButton
          icon={Crosshair}
          label={text.lookAt[kind]}
          onClick={() => editor.lookAt({ position, ids: [id] })}
        />
      )}
      <IconButton icon={MapPinPlus} label={text.place[kind]} onClick={() => editor.setPlacing({ kind })} />
    </div>
  );
}

/** How many parts the level has, against its limits. */
function Counts() {
  const { document } = useBuilder().session.model;
  const rows = [
    ...COUNTED.map((kind) => {
      const count = document.count(kind);
      const limit = PART_LIMITS[kind];
      return { label: text.kinds[kind], share: count / limit, value: text.count(count, limit) };
    }),
    {
      label: text.size,
      share: document.bytes / WORLD_LIMITS.bytes,
      value: text.bytes(fileSize(document.bytes), fileSize(WORLD_LIMITS.bytes)),
    },
  ];
  return (
    <section className={styles.section}>
      <h2>{text.counts}</h2>
      {rows.map(({ label, share, value }) => (
        <div key={label} className={styles.count}>
          <span>{label}</span>
          <span>{value}</span>
          <Progress label={label} share={share} />
        </div>
      ))}
    </section>
  );
}

function Hints({ hints }: { hints: readonly BuildHint[] | null }) {
  const { editor } = useBuilder();
  return (
    <section className={styles.section} aria-labelledby="builder-hints">
      <h2 id="builder-hints">{text.hints}</h2>
      {hints === null && <p className={styles.none}>{text.checking}</p>}
      {hints?.length === 0 && <p className={styles.none}>{text.noHints}</p>}
      <ul className={styles.hints}>
        {hints?.slice(0, SHOWN_HINTS).map((hint) => (
          <li key={hint.text}>
            <button type="button" className={styles.hint} onClick={() => editor.lookAt(hint)}>
              <TriangleAlert aria-hidden />
              {hint.text}
            </button>
          </li>
        ))}
      </ul>
      {hints && hints.length > SHOWN_HINTS && (
        <p className={styles.none}>{text.moreHints(hints.length - SHOWN_HINTS)}</p>
      )}
    </section>
  );
}

export default function LevelPanel({ hints }: { hints: readonly BuildHint[] | null }) {
  const { editor } = useBuilder();
  const hasTrail = useEditorState((state) => state.hasTrail);
  useDocumentVersion();
  return (
    <div className={styles.panel}>
      <AmbienceField />
      <PlaceRow id={SPAWN_ID} kind="spawn" icon={PersonStanding} />
      <PlaceRow id={GOAL_ID} kind="goal" icon={Goal} />
      {hasTrail && (
        <Button size="s" icon={Footprints} onClick={() => editor.selectTrail()}>
          {text.trail}
        </Button>
      )}
      <Hints hints={hints} />
      <Counts />
    </div>
  );
}
